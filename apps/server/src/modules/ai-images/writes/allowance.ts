import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Allowance } from "../queries/allowance.ts";

/** Reserves images of the month's allowance, safely among simultaneous callers. Throws IMAGE_QUOTA_USED_UP. */
export async function reserveImages(
  tx: Tx,
  scope: Scope,
  { count, month, limit }: Pick<Allowance, "month" | "limit"> & { count: number },
): Promise<void> {
  await sql`insert into ai_image_usage (organization_id, month, images)
    values (${scope.organizationId}, ${month}, 0) on conflict do nothing`.execute(tx);
  const usage = await tx
    .selectFrom("ai_image_usage")
    .select("images")
    .where("organization_id", "=", scope.organizationId)
    .where("month", "=", month)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const left = Math.max(0, limit - usage.images);
  if (count > left) throw new AppError("IMAGE_QUOTA_USED_UP", { n: left }, { details: { left } });
  await countImages(tx, scope, { month, by: count });
}

/** Returns unmade images to the allowance of their month. */
export function releaseImages(tx: Tx, scope: Scope, { count, month }: { count: number; month: string }): Promise<void> {
  return countImages(tx, scope, { month, by: -count });
}

async function countImages(tx: Tx, scope: Scope, { month, by }: { month: string; by: number }): Promise<void> {
  await sql`update ai_image_usage set images = greatest(0, images + ${by})
    where organization_id = ${scope.organizationId} and month = ${month}`.execute(tx);
}

/**
 * Counts bytes of added or (negative) removed images. With a `limit` it throws IMAGE_STORAGE_FULL if
 * the total would exceed it.
 */
export async function countBytes(
  tx: Tx,
  scope: Scope,
  { bytes, limit }: { bytes: number; limit?: number },
): Promise<void> {
  const counted = await sql<{ bytes: number }>`
    insert into ai_image_storage (organization_id, bytes) values (${scope.organizationId}, greatest(0, ${bytes}::bigint))
    on conflict (organization_id) do update set bytes = greatest(0, ai_image_storage.bytes + ${bytes}::bigint)
    returning bytes`.execute(tx);
  if (limit !== undefined && (counted.rows[0]?.bytes ?? 0) > limit) throw new AppError("IMAGE_STORAGE_FULL");
}
