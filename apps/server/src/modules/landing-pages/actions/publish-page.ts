import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { narrowPictures } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { reachPages } from "../policy.ts";
import { lockPage } from "../queries/pages.ts";
import { placeOfPage } from "../queries/site.ts";
import { contentOfVersion } from "../queries/versions.ts";
import { auditFields, columnsOf, formerPictures, formOf, type LandingPage, statusOf } from "../rules/landing-page.ts";
import { endRunningSplit } from "../split/writes/end-split.ts";
import { narrowPicturesOf } from "../writes/narrow-pictures-of.ts";
import { storeVersion } from "../writes/store-version.ts";
import { refuseUnfinished, refuseUntracked } from "./refuse-unfinished.ts";

type Publish = { actor: Actor; scope: Scope; page: LandingPage };

/**
 * Publishes a page's draft as its next version; does nothing if it is already published. Two concurrent calls make
 * one version. Throws LANDING_PUBLISH_ERROR when the page cannot be drawn, LANDING_LINE_TRACKING_NOT_CONFIGURED when it
 * reports to a missing LINE tag, and what `refuseUnfinished` throws.
 */
export async function publishPage(platform: Platform, actor: Actor, pageId: RecordId): Promise<{ url: string }> {
  const scope = reachPages(actor, "ad:landing:publish");
  await narrowPicturesOf(platform, scope, pageId);
  return inTransaction(platform.db, scope, async (tx) => {
    const page = await lockPage(tx, scope, pageId);
    const isChanged = statusOf(page) !== "published";
    if (isChanged) await refuseUnfinished(tx, scope, page);
    return writeVersion(platform, tx, { actor, scope, page }, isChanged ? "published" : null);
  });
}

/**
 * Publishes an earlier version again as the next one, and makes it the draft. Throws NOT_FOUND, LANDING_PUBLISH_ERROR, and
 * LANDING_LINE_TRACKING_NOT_CONFIGURED for a version that reports to a removed LINE tag.
 */
export async function rollBackPage(
  platform: Platform,
  actor: Actor,
  { pageId, versionId }: { pageId: RecordId; versionId: RecordId },
): Promise<{ url: string }> {
  const scope = reachPages(actor, "ad:landing:publish");
  const { picture_ids: pictures } = await inTransaction(platform.db, scope, async (tx) => {
    await lockPage(tx, scope, pageId);
    return contentOfVersion(tx, scope, { pageId, versionId });
  });
  await narrowPictures(platform, scope, pictures);
  return inTransaction(platform.db, scope, async (tx) => {
    const held = await lockPage(tx, scope, pageId);
    const { sections, ...content } = await contentOfVersion(tx, scope, { pageId, versionId });
    const page = await tx
      .updateTable("landing_page")
      .set({
        ...content,
        sections: JSON.stringify(sections),
        former_picture_ids: formerPictures(held, content.picture_ids),
        revision: held.revision + 1,
        version: held.version + 1,
        updated_by: actor.accountId,
        updated_at: new Date(),
      })
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", pageId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await refuseUntracked(tx, scope, page);
    return writeVersion(platform, tx, { actor, scope, page }, "rolledBack");
  });
}

/** Writes the next version and shows it to visitors; a test of two versions ends with it. */
async function writeVersion(
  platform: Platform,
  tx: Tx,
  { actor, scope, page }: Publish,
  action: "published" | "rolledBack" | null,
): Promise<{ url: string }> {
  const { url } = await placeOfPage(platform.settings, tx, { scope, page });
  if (action === null) return { url };
  const versionId = await storeVersion(platform, tx, { actor, scope, page });
  await endRunningSplit(tx, scope, { pageId: page.page_id, keep: null });
  await tx
    .updateTable("landing_page")
    .set({
      live_version_id: versionId,
      published_revision: page.revision,
      published_domain_id: page.domain_id,
      published_at: new Date(),
      offline_at: null,
      offline_version_id: null,
    })
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

/**
 * Takes a page offline until it is published again. Idempotent. For a day, submissions of visitors
 * who have it open are still accepted.
 */
export function takePageOffline(db: Database, actor: Actor, pageId: RecordId): Promise<void> {
  const scope = reachPages(actor, "ad:landing:publish");
  return inTransaction(db, scope, async (tx) => {
    const page = await lockPage(tx, scope, pageId);
    if (page.live_version_id === null) return;
    await tx
      .updateTable("landing_page")
      .set({ live_version_id: null, offline_at: new Date(), offline_version_id: page.live_version_id })
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", pageId)
      .execute();
    await endRunningSplit(tx, scope, { pageId, keep: null });
    const subject = { type: "landing", id: pageId, name: page.name };
    await recordChange(tx, actor, { module: "landing", action: "takenOffline", subject });
  });
}
