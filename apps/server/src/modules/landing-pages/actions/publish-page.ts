import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { reachPages } from "../policy.ts";
import { holdPage } from "../queries/pages.ts";
import { siteNameOf } from "../queries/site.ts";
import { contentOfVersion, nextNumber } from "../queries/versions.ts";
import { pagePath, pagesOrigin } from "../rules/addresses.ts";
import {
  auditFields,
  columnsOf,
  formOf,
  type LandingPage,
  type PublishedContent,
  statusOf,
} from "../rules/landing-page.ts";
import { drawPage } from "./draw-page.ts";

type Publish = { actor: Actor; scope: Scope; page: LandingPage };

/**
 * Publishes a page's draft as its next version; one that is published already stays as it is. Two who publish at once make
 * one version. Throws LANDING_PUBLISH_ERROR when the page cannot be drawn.
 */
export function publishPage(platform: Platform, actor: Actor, pageId: RecordId): Promise<{ url: string }> {
  const scope = reachPages(actor, "ad:landing:publish");
  return inTransaction(platform.db, scope, async (tx) => {
    const page = await holdPage(tx, scope, pageId);
    const isChanged = statusOf(page) !== "published";
    return writeVersion(platform, tx, { actor, scope, page }, isChanged ? "published" : null);
  });
}

/** Publishes an earlier version again as the next one, and makes it the draft. Throws NOT_FOUND. */
export function rollBackPage(
  platform: Platform,
  actor: Actor,
  { pageId, versionId }: { pageId: RecordId; versionId: RecordId },
): Promise<{ url: string }> {
  const scope = reachPages(actor, "ad:landing:publish");
  return inTransaction(platform.db, scope, async (tx) => {
    const held = await holdPage(tx, scope, pageId);
    const { sections, ...content } = await contentOfVersion(tx, scope, { pageId, versionId });
    const page = await tx
      .updateTable("landing_page")
      .set({
        ...content,
        sections: JSON.stringify(sections),
        revision: held.revision + 1,
        version: held.version + 1,
        updated_by: actor.accountId,
        updated_at: new Date(),
      })
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", pageId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return writeVersion(platform, tx, { actor, scope, page }, "rolledBack");
  });
}

async function writeVersion(
  platform: Platform,
  tx: Tx,
  { actor, scope, page }: Publish,
  action: "published" | "rolledBack" | null,
): Promise<{ url: string }> {
  const siteName = await siteNameOf(tx, scope);
  const path = pagePath(siteName, page.url_name);
  const url = `${pagesOrigin(platform.settings)}${path}`;
  if (action === null) return { url };
  const versionId = RecordId.parse(v7());
  const html = await drawing(() => drawPage(tx, { scope, page, path, url }));
  await tx
    .insertInto("landing_version")
    .values({
      organization_id: scope.organizationId,
      version_id: versionId,
      page_id: page.page_id,
      number: await nextNumber(tx, scope, page.page_id),
      content: JSON.stringify(contentOf(page)),
      html,
      picture_ids: page.picture_ids,
      has_tracking: page.tracking_code !== "",
      created_by: actor.accountId,
    })
    .execute();
  await tx
    .updateTable("landing_page")
    .set({ live_version_id: versionId, published_revision: page.revision, published_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("page_id", "=", page.page_id)
    .execute();
  const columns = columnsOf(formOf(page));
  await recordChange(tx, actor, {
    module: "landing",
    action,
    subject: { type: "landing", id: page.page_id, name: page.name },
    ...("columns" in columns && { after: auditFields(columns.columns) }),
  });
  return { url };
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
  const { button_action, area_code, phone, preset_text, line_id, button_url, tracking_code, picture_ids } = page;
  return {
    ...{ theme, language, title, description, sections, share_file_id, icon_file_id, consent_text, picture_ids },
    ...{ button_action, area_code, phone, preset_text, line_id, button_url, tracking_code },
  };
}
