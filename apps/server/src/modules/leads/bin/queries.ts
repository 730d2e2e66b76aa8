import type { LeadId } from "@homeroom/contract/ids";
import { binDays } from "@homeroom/contract/lead-bulk";
import type { PageRequest } from "@homeroom/contract/paging";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import { conditionsAmongMany } from "../list/queries/search.ts";
import type { HeldLead } from "../policy.ts";
import { type Lead, leadRow } from "../record/queries/load-lead.ts";

const maxCounted = 10_000;

/** The deleted leads that a scope sees and that can be restored; merged ones are restored by undoing the merge. */
function inBin(scope: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${visibleRows(scope, "lead")} and lead.deleted_at is not null and lead.merged_into is null
    and lead.deleted_at > now() - make_interval(days => ${binDays}))`;
}

interface BinRequest extends PageRequest {
  keywords?: string | undefined;
}

/** One page of deleted leads, latest first. */
export async function listDeleted(
  tx: Tx,
  scope: Scope,
  request: BinRequest,
): Promise<{ leads: Lead[]; total: number; nextCursor: string | null }> {
  // The search indexes contain no deleted leads: the few deleted ones are scanned.
  const where = sql<SqlBool>`${sql.join([inBin(scope), ...conditionsAmongMany(wordsOf(request.keywords))], sql` and `)}`;
  const after = afterNewest(request.cursor, "lead.deleted_at", "lead.lead_id");
  const found = await sql<Lead & { sort_text: string }>`
    select ${leadRow}, lead.deleted_at::text as sort_text from lead where ${where} and ${after}
    order by lead.deleted_at desc, lead.lead_id desc limit ${request.pageSize + 1} offset ${skippedOf(request)}`.execute(
    tx,
  );
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (select from lead where ${where} limit ${maxCounted}) as rows`.execute(tx);
  const { rows: leads, nextCursor } = cutPage(found.rows, request.pageSize, (last) => ({
    value: last.sort_text,
    id: last.lead_id,
  }));
  return { leads, total: counted.rows[0]?.count ?? 0, nextCursor };
}

/** A deleted lead, and those of its values that another lead now uses. */
export interface BinnedLead extends HeldLead {
  nickname: string;
  phone: string | null;
  email: string;
  version: number;
  phoneTaken: boolean;
  emailTaken: boolean;
  /** Its phone 1, or its own number, is registered at another branch. */
  elsewhere: boolean;
}

/** The given leads that are in the bin and visible, locked in the order of their ids. */
export async function lockDeleted(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<BinnedLead[]> {
  const other = sql`from lead other where other.organization_id = lead.organization_id and other.deleted_at is null`;
  const found = await sql<BinnedLead>`
    select lead.lead_id as "leadId", lead.branch_id as "branchId", lead.sales_id as "salesId", lead.tutor_id as "tutorId",
      lead.nickname, lead.phone_e164 as phone, coalesce(lead.email_key, '') as email, lead.version,
      exists (select ${other} and other.phone_e164 = lead.phone_e164) as "phoneTaken",
      exists (select ${other} and other.email_key = lead.email_key) as "emailTaken",
      (exists (select ${other} and other.phone_e164 = lead.phone_e164 and other.branch_id <> lead.branch_id)
        or exists (select ${other} and other.contact1_e164 = lead.contact1_e164 and other.branch_id <> lead.branch_id))
        as elsewhere
    from lead where ${inBin(scope)} and lead.lead_id = any(${sql.val([...ids])}::uuid[])
    order by lead.lead_id for no key update of lead`.execute(tx);
  return found.rows;
}
