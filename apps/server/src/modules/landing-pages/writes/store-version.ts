import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { drawPage } from "../queries/draw-page.ts";
import { placeOfPage } from "../queries/site.ts";
import { nextNumber } from "../queries/versions.ts";
import type { LandingPage, PublishedContent } from "../rules/landing-page.ts";

/** Draws a page that is held and keeps it as its next version. Throws LANDING_PUBLISH_ERROR when it cannot be drawn. */
export async function storeVersion(
  platform: Platform,
  tx: Tx,
  { actor, scope, page }: { actor: Actor; scope: Scope; page: LandingPage },
): Promise<RecordId> {
  const versionId = RecordId.parse(v7());
  const number = await nextNumber(tx, scope, page.page_id);
  const place = await placeOfPage(platform.settings, tx, { scope, page });
  const html = await drawing(() => drawPage(tx, { scope, page, place, number }));
  await tx
    .insertInto("landing_version")
    .values({
      organization_id: scope.organizationId,
      version_id: versionId,
      page_id: page.page_id,
      number,
      content: JSON.stringify(contentOf(page)),
      html,
      picture_ids: page.picture_ids,
      has_tracking: doesSomething(page.tracking_code),
      created_by: actor.accountId,
    })
    .execute();
  return versionId;
}

/** Whether tracking code is more than a comment: only then the page may load from others. */
function doesSomething(trackingCode: string): boolean {
  return trackingCode.replace(/<!--.*?-->/gs, "").trim() !== "";
}

async function drawing(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError("LANDING_PUBLISH_ERROR", {}, { cause });
  }
}

/** What a version keeps of a page: all that decides what visitors see and where they are led. */
function contentOf(page: LandingPage): PublishedContent {
  const { theme, language, title, description, sections, share_file_id, icon_file_id, consent_text } = page;
  const {
    button_action,
    area_code,
    phone,
    preset_text,
    line_id,
    button_url,
    tracking_code,
    line_tracking,
    picture_ids,
  } = page;
  return {
    ...{ theme, language, title, description, sections, share_file_id, icon_file_id, consent_text, picture_ids },
    ...{ button_action, area_code, phone, preset_text, line_id, button_url, tracking_code, line_tracking },
  };
}
