import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { maxPreviewedLeads, triedDays } from "@homeroom/contract/lead-rules";
import { sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export interface RecentLead {
  leadId: LeadId;
  nickname: string;
  branchId: BranchId;
  channelId: RecordId | null;
  secondaryChannelId: RecordId | null;
  country: string;
  address: string;
  salesId: AccountId | null;
  isOpen: boolean;
  createdAt: Date;
}

/**
 * The leads within the scope that came to a branch in the last 30 days, through a channel if one is given, oldest
 * first: the newest 5,000, and one more if there were more.
 */
export async function recentLeads(
  tx: Tx,
  scope: Scope,
  of: { branchId: BranchId; channel: RecordId | null; secondaryChannel: RecordId | null },
): Promise<RecentLead[]> {
  const parts = [visibleRows(scope, "l"), sql`l.branch_id = ${of.branchId}`];
  if (of.channel) parts.push(sql`l.channel_id = ${of.channel}`);
  if (of.secondaryChannel) parts.push(sql`l.secondary_channel_id = ${of.secondaryChannel}`);
  const found = await sql<RecentLead>`
    select l.lead_id as "leadId", l.nickname, l.branch_id as "branchId", l.channel_id as "channelId",
      l.secondary_channel_id as "secondaryChannelId", l.country, l.address, l.sales_id as "salesId",
      l.is_open as "isOpen", l.created_at as "createdAt"
    from assignable_lead l
    where ${sql.join(parts, sql` and `)} and l.created_at > now() - make_interval(days => ${triedDays})
    order by l.created_at desc, l.lead_id desc limit ${maxPreviewedLeads + 1}`.execute(tx);
  return found.rows.reverse();
}
