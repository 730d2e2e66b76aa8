import type { ImageQuota, ImageRow } from "@homeroom/contract/ai-images";
import { peopleByIds } from "#modules/accounts/public";
import { fileAddresses } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { ImageMaker } from "./port.ts";
import type { Allowance } from "./queries/allowance.ts";
import type { Image } from "./rules.ts";

/** Images with their addresses and authors: two queries for any number of images. */
export async function presentImages(
  platform: Platform,
  tx: Tx,
  { scope, images }: { scope: Scope; images: readonly Image[] },
): Promise<ImageRow[]> {
  const people = await peopleByIds(tx, scope, [...new Set(images.flatMap((one) => one.created_by ?? []))]);
  const addresses = await fileAddresses(platform)(
    tx,
    scope,
    images.flatMap((one) => one.file_id ?? []),
  );
  return images.map((one) => ({
    recordID: one.image_id,
    name: one.name,
    type: one.type,
    status: one.state,
    reason: one.reason,
    detail: one.detail,
    prompt: one.prompt,
    ratio: one.ratio,
    resolution: one.resolution,
    model: one.model,
    tag: one.tags,
    sourceID: one.source_id,
    taskID: one.task_id,
    url: (one.file_id && addresses.get(one.file_id)) ?? null,
    width: one.width,
    height: one.height,
    size: one.size,
    contentType: one.content_type,
    creator: (one.created_by && people.get(one.created_by)?.nickname) ?? "",
    createTime: one.created_at.toISOString(),
    updateTime: one.updated_at.toISOString(),
    version: one.version,
  }));
}

export function presentQuota(allowance: Allowance, maker: ImageMaker | null): ImageQuota {
  const { month, limit, used, storageLimit, storageUsed } = allowance;
  return {
    isSetUp: maker !== null,
    models: (maker?.models ?? []).map(({ model, resolutions }) => ({ model, resolutions: [...resolutions] })),
    month: month.slice(0, 7),
    ...{ limit, used, storageLimit, storageUsed },
  };
}
