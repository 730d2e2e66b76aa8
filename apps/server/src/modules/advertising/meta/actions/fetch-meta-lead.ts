import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { settle } from "../../intake/actions/make-lead-of-ad.ts";
import { lockAdLead } from "../../intake/queries/ad-leads.ts";
import { AdPlatformFailure, type MetaLead, type MetaProvider } from "../../port.ts";
import { lockMetaPage } from "../queries.ts";
import { storeRefusal } from "../writes/store-refusal.ts";

/**
 * Fetches the fields of an announced lead. Does nothing if the lead has them or is not Meta's. Retryable
 * failures are thrown, so that the job runs again; any other is recorded on the delivery.
 */
export async function fetchMetaLead(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  provider: MetaProvider | null,
  { scope, adLeadId }: { scope: Scope; adLeadId: RecordId },
): Promise<void> {
  const wanted = await inTransaction(db, scope, async (tx) => {
    const row = await lockAdLead(tx, scope, adLeadId);
    if (row?.source !== "meta" || row.state !== "waiting" || "field_data" in row.payload) return null;
    const page = await lockMetaPage(tx, scope, String(row.payload["page_id"]));
    const token = page ? secrets.open(page.secrets)["token"] : undefined;
    if (page && token && provider) return { leadId: row.external_id, pageId: page.page_id, token, provider };
    await settle(tx, row, { problem: "reconnect" });
    return null;
  });
  if (!wanted) return;
  try {
    const lead = await wanted.provider.lead(wanted.token, wanted.leadId);
    await storeAnswers({ db, scope, adLeadId }, lead);
  } catch (error) {
    if (!(error instanceof AdPlatformFailure)) throw error;
    const { reason } = error;
    if (reason === "unavailable" || reason === "rateLimited") throw error;
    await inTransaction(db, scope, async (tx) => {
      const row = await lockAdLead(tx, scope, adLeadId);
      if (row?.state === "waiting") await settle(tx, row, { problem: reason });
      await storeRefusal(tx, scope, { pageId: wanted.pageId, reason });
    });
  }
}

function storeAnswers(
  { db, scope, adLeadId }: { db: Platform["db"]; scope: Scope; adLeadId: RecordId },
  lead: MetaLead,
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const row = await lockAdLead(tx, scope, adLeadId);
    if (row?.state !== "waiting") return;
    await tx
      .updateTable("ad_lead")
      .set({
        payload: JSON.stringify({ ...row.payload, ...lead.payload }),
        form_id: lead.formId || row.form_id,
        campaign_id: lead.campaignId,
        adset_id: lead.adsetId,
        ad_id: lead.adId || row.ad_id,
        filled_at: lead.createdAt,
        ...(lead.isTest && { state: "test" as const }),
      })
      .where("organization_id", "=", scope.organizationId)
      .where("ad_lead_id", "=", adLeadId)
      .execute();
  });
}
