import type { RecordId } from "@homeroom/contract/ids";
import { landingLimits } from "@homeroom/contract/landing-pages";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { reachPages } from "../policy.ts";
import { countPages, lockAnyPage } from "../queries/pages.ts";
import { endRunningSplit } from "../split/writes/end-split.ts";
import { refusingTakenNames } from "./refuse-taken-names.ts";

/** Deletes a page and takes it offline. Idempotent. Throws NOT_FOUND. */
export function removePage(db: Database, actor: Actor, pageId: RecordId): Promise<void> {
  const scope = reachPages(actor, "ad:landing:delete");
  return inTransaction(db, scope, async (tx) => {
    const page = await lockAnyPage(tx, scope, pageId);
    if (!page) throw new AppError("NOT_FOUND");
    if (page.deleted_at) return;
    await tx
      .updateTable("landing_page")
      .set({ deleted_at: new Date(), live_version_id: null, updated_by: actor.accountId, version: page.version + 1 })
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", pageId)
      .execute();
    await endRunningSplit(tx, scope, { pageId, keep: null });
    const subject = { type: "landing", id: pageId, name: page.name };
    await recordChange(tx, actor, { module: "landing", action: "deleted", subject });
  });
}

/** Restores a deleted page, offline. Throws LANDING_NAME_TAKEN, LANDING_LINK_NAME_EXISTS, SETTING_LIMIT_REACHED and NOT_FOUND. */
export function restorePage(db: Database, actor: Actor, pageId: RecordId): Promise<void> {
  const scope = reachPages(actor, "ad:landing:delete");
  return refusingTakenNames(() =>
    inTransaction(db, scope, async (tx) => {
      const page = await lockAnyPage(tx, scope, pageId);
      if (!page) throw new AppError("NOT_FOUND");
      if (!page.deleted_at) return;
      if ((await countPages(tx, scope)) >= landingLimits.pages) throw new AppError("SETTING_LIMIT_REACHED");
      await tx
        .updateTable("landing_page")
        .set({ deleted_at: null, updated_by: actor.accountId, version: page.version + 1 })
        .where("organization_id", "=", scope.organizationId)
        .where("page_id", "=", pageId)
        .execute();
      const subject = { type: "landing", id: pageId, name: page.name };
      await recordChange(tx, actor, { module: "landing", action: "restored", subject });
    }),
  );
}
