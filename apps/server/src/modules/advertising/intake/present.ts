import type { AdLead } from "@homeroom/contract/ad-leads";
import type { BranchId } from "@homeroom/contract/ids";
import { branchNames } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { listAdLeads, type StoredAdLead } from "./queries/ad-leads.ts";

type Query = Parameters<typeof listAdLeads>[2];

/** A page of the deliveries of a provider's forms, as their list shows it. */
export async function presentAdLeads(tx: Tx, scope: Scope, query: Query) {
  const { rows, total, nextCursor } = await listAdLeads(tx, scope, query);
  const branches = await branchNames(tx, scope);
  const list = rows.map((row) => presentAdLead(row, branches));
  return { list, total, nextCursor, pageNum: query.pageNum, pageSize: query.pageSize };
}

function presentAdLead(row: StoredAdLead, branches: ReadonlyMap<BranchId, string>): AdLead {
  return {
    recordID: row.ad_lead_id,
    branch: { branchID: row.branch_id, name: branches.get(row.branch_id) ?? "" },
    formID: row.form_id,
    campaignID: row.campaign_id,
    adID: row.ad_id,
    state: row.state,
    problem: row.problem,
    leadId: row.lead_id,
    createTime: row.created_at.toISOString(),
  };
}
