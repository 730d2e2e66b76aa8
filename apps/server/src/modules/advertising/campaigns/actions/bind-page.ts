import type { AdPlatformName } from "@homeroom/contract/campaigns";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { loadPage, namedPages } from "#modules/landing-pages/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { lockItem } from "../queries/items.ts";
import { platforms } from "../rules/platforms.ts";

/**
 * Binds a landing page to an ad. Idempotent. Throws NOT_FOUND for an ad or page out of reach, CAMPAIGN_AD_ALREADY_BOUND,
 * CAMPAIGN_PAGE_BOUND_TO_OTHER_AD; of two concurrent calls for one page the second is refused.
 */
export async function bindPage(
  db: Database,
  actor: Actor,
  { platform, recordID, landingPageID }: { platform: AdPlatformName; recordID: RecordId; landingPageID: RecordId },
): Promise<void> {
  requireAccess(actor, platforms[platform].calls.bind);
  const scope = scopeOf(actor, platforms[platform].see);
  const { organizationId } = scope;
  await inTransaction(db, scope, async (tx) => {
    const ad = await lockItem(tx, scope, { platform, level: "ad", id: recordID });
    if (!ad) throw new AppError("NOT_FOUND");
    const page = await loadPage(tx, scope, landingPageID);
    const bound = await tx
      .selectFrom("ad_binding")
      .select("page_id")
      .where("organization_id", "=", organizationId)
      .where("ad_id", "=", recordID)
      .where("unbound_at", "is", null)
      .executeTakeFirst();
    if (bound?.page_id === landingPageID) return;
    if (bound) throw new AppError("CAMPAIGN_AD_ALREADY_BOUND");
    const added = await tx
      .insertInto("ad_binding")
      .values({
        organization_id: organizationId,
        binding_id: RecordId.parse(v7()),
        ad_id: recordID,
        page_id: landingPageID,
        bound_by: actor.accountId,
      })
      // The ad is locked, so only the page can be the conflict.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows) === 0) throw new AppError("CAMPAIGN_PAGE_BOUND_TO_OTHER_AD");
    await recordChange(tx, actor, {
      module: "landing",
      action: "edited",
      subject: { type: "ad", id: recordID, name: ad.name },
      before: { landingPage: "" },
      after: { landingPage: page.name },
    });
  });
}

/** Ends the binding of an ad. Idempotent. Throws NOT_FOUND for an ad out of reach. */
export async function unbindPage(
  db: Database,
  actor: Actor,
  { platform, recordID }: { platform: AdPlatformName; recordID: RecordId },
): Promise<void> {
  requireAccess(actor, platforms[platform].calls.unbind);
  const scope = scopeOf(actor, platforms[platform].see);
  await inTransaction(db, scope, async (tx) => {
    const ad = await lockItem(tx, scope, { platform, level: "ad", id: recordID });
    if (!ad) throw new AppError("NOT_FOUND");
    const ended = await tx
      .updateTable("ad_binding")
      .set({ unbound_at: sql<Date>`now()`, unbound_by: actor.accountId })
      .where("organization_id", "=", scope.organizationId)
      .where("ad_id", "=", recordID)
      .where("unbound_at", "is", null)
      .returning("page_id as pageId")
      .executeTakeFirst();
    if (!ended) return;
    const pages = await namedPages(tx, scope, [ended.pageId]);
    await recordChange(tx, actor, {
      module: "landing",
      action: "edited",
      subject: { type: "ad", id: recordID, name: ad.name },
      before: { landingPage: pages.get(ended.pageId)?.name ?? "" },
      after: { landingPage: "" },
    });
  });
}
