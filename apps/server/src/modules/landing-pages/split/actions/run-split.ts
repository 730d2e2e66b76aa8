import { RecordId } from "@homeroom/contract/ids";
import type { SplitArm } from "@homeroom/contract/landing-splits";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { refuseUnfinished } from "../../actions/refuse-unfinished.ts";
import { reachPages } from "../../policy.ts";
import { lockPage } from "../../queries/pages.ts";
import { statusOf } from "../../rules/landing-page.ts";
import { narrowPicturesOf } from "../../writes/narrow-pictures-of.ts";
import { storeVersion } from "../../writes/store-version.ts";
import { runningSplit } from "../queries.ts";
import { endRunningSplit } from "../writes/end-split.ts";

/**
 * Shows a page's draft to every second visitor beside what is live; while a test runs it changes nothing. Throws
 * LANDING_SPLIT_NEEDS_CHANGE where there are no two versions, LANDING_PUBLISH_ERROR when the draft cannot be drawn, and what
 * `refuseUnfinished` throws.
 */
export async function startSplit(platform: Platform, actor: Actor, pageId: RecordId): Promise<void> {
  const scope = reachPages(actor, "ad:landing:publish");
  await narrowPicturesOf(platform, scope, pageId);
  return inTransaction(platform.db, scope, async (tx) => {
    const page = await lockPage(tx, scope, pageId);
    if (await runningSplit(tx, scope, pageId)) return;
    const { live_version_id: live, revision } = page;
    if (live === null || statusOf(page) !== "changed") throw new AppError("LANDING_SPLIT_NEEDS_CHANGE");
    await refuseUnfinished(tx, scope, page);
    const versionId = await storeVersion(platform, tx, { actor, scope, page });
    await tx
      .insertInto("landing_split")
      .values({
        organization_id: scope.organizationId,
        split_id: RecordId.parse(v7()),
        page_id: pageId,
        a_version_id: live,
        b_version_id: versionId,
        revision,
        started_by: actor.accountId,
      })
      .execute();
    const subject = { type: "landing", id: pageId, name: page.name };
    await recordChange(tx, actor, { module: "landing", action: "splitStarted", subject });
  });
}

/** Ends a page's test and keeps one version; where none runs it changes nothing. */
export function endSplit(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  { pageId, keep }: { pageId: RecordId; keep: SplitArm },
): Promise<void> {
  const scope = reachPages(actor, "ad:landing:publish");
  return inTransaction(db, scope, async (tx) => {
    const page = await lockPage(tx, scope, pageId);
    const split = await endRunningSplit(tx, scope, { pageId, keep });
    if (!split) return;
    if (keep === "b") {
      await tx
        .updateTable("landing_page")
        .set({
          live_version_id: split.b_version_id,
          published_revision: split.revision,
          published_at: new Date(),
          // A host that was chosen since is as unpublished as the rest of the draft.
          ...(page.revision === split.revision && { published_domain_id: page.domain_id }),
        })
        .where("organization_id", "=", scope.organizationId)
        .where("page_id", "=", pageId)
        .execute();
    }
    const subject = { type: "landing", id: pageId, name: page.name };
    await recordChange(tx, actor, { module: "landing", action: "splitEnded", subject, after: { kept: keep } });
  });
}
