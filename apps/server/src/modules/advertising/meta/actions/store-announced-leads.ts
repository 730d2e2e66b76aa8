import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { storeAdLead } from "../../intake/actions/store-ad-lead.ts";
import { lockMetaPage, ownersOfPages } from "../queries.ts";
import type { AnnouncedLead } from "../rules/lead-call.ts";

/** Stores the leads announced by a call from Meta, for the organisations that take them. Others are ignored. */
export async function storeAnnouncedLeads(db: Database, told: readonly AnnouncedLead[]): Promise<void> {
  if (told.length === 0) return;
  const owners = await ownersOfPages(db, [...new Set(told.map(({ pageId }) => pageId))]);
  for (const { organizationId, pageId } of owners) {
    const leads = told.filter((lead) => lead.pageId === pageId);
    // oxlint-disable-next-line no-await-in-loop -- a body names one page, hardly ever more
    await keepForPage(db, organizationScope(organizationId), { pageId, leads });
  }
}

function keepForPage(
  db: Database,
  scope: Scope,
  { pageId, leads }: { pageId: string; leads: readonly AnnouncedLead[] },
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const page = await lockMetaPage(tx, scope, pageId);
    if (page?.status !== 1 || page.branch_id === null) return;
    for (const { leadId, formId, adId } of leads) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction has one connection
      await storeAdLead(tx, scope, {
        source: "meta",
        externalId: leadId,
        branchId: page.branch_id,
        channelId: page.channel_id,
        secondaryChannelId: page.secondary_channel_id,
        payload: { page_id: pageId },
        formId,
        campaignId: "",
        adsetId: "",
        adId,
        isTest: false,
      });
    }
    await tx
      .updateTable("meta_page")
      .set({ last_received_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", pageId)
      .execute();
  });
}
