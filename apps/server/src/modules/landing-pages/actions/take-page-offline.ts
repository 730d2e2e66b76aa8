import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { reachPages } from "../policy.ts";
import { holdPage } from "../queries/pages.ts";
import { endRunningSplit } from "../split/writes/end-split.ts";

/** Takes a page offline until it is published again; one that is not online stays as it is. */
export function takePageOffline(db: Database, actor: Actor, pageId: RecordId): Promise<void> {
  const scope = reachPages(actor, "ad:landing:publish");
  return inTransaction(db, scope, async (tx) => {
    const page = await holdPage(tx, scope, pageId);
    if (page.live_version_id === null) return;
    await tx
      .updateTable("landing_page")
      .set({ live_version_id: null })
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", pageId)
      .execute();
    await endRunningSplit(tx, scope, { pageId, keep: null });
    const subject = { type: "landing", id: pageId, name: page.name };
    await recordChange(tx, actor, { module: "landing", action: "takenOffline", subject });
  });
}
