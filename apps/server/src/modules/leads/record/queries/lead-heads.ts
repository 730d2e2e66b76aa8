import type { AccountId, BranchId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { itemsByIds } from "#modules/lists/public";
import { isOneOf } from "#platform/db/is-one-of";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { HeldLead } from "../../policy.ts";

/** What a conversation shows of its lead. */
export interface LeadHead extends HeldLead {
  nickname: string;
  avatarFileId: FileId | null;
  phone: string;
  gptStatus: number;
  tags: { recordID: RecordId; name: string; color: string }[];
  status: { recordID: RecordId; name: string } | null;
  version: number;
  /** Null unless it is deleted. */
  deletedAt: Date | null;
}

/** The heads of leads by id. The caller has checked that they are visible; missing leads are left out. */
export async function leadHeads(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<Map<string, LeadHead>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("lead")
    .select(["lead_id", "branch_id", "sales_id", "tutor_id", "nickname", "avatar_file_id"])
    .select(["area_code", "phone", "gpt_status", "tag_ids", "status_id", "deleted_at", "version"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("lead_id", ids))
    .execute();
  const wanted = rows.flatMap((row) => [...row.tag_ids, ...(row.status_id ? [row.status_id] : [])]);
  const items = await itemsByIds(tx, scope, wanted);
  const heads = rows.map((row): LeadHead => {
    const status = row.status_id ? items.get(row.status_id) : undefined;
    const tags = row.tag_ids.map((id) => items.get(id)).filter((item) => item !== undefined);
    return {
      leadId: row.lead_id,
      branchId: row.branch_id,
      salesId: row.sales_id,
      tutorId: row.tutor_id,
      nickname: row.nickname,
      avatarFileId: row.avatar_file_id,
      phone: [row.area_code, row.phone].filter(Boolean).join(" "),
      gptStatus: row.gpt_status,
      tags: tags.map(({ recordID, name, color }) => ({ recordID, name, color: color ?? "blue" })),
      version: row.version,
      deletedAt: row.deleted_at,
      status: status ? { recordID: status.recordID, name: status.name } : null,
    };
  });
  return new Map(heads.map((head) => [head.leadId, head]));
}

/** Which of these people a lead, its history or its notes refer to. */
export async function peopleInLeads(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<AccountId[]> {
  const { organizationId } = scope;
  const found = await sql<{ id: AccountId }>`
    select person.id from unnest(${sql.val([...ids])}::uuid[]) as person(id)
    where exists (select from lead where organization_id = ${organizationId}
        and (sales_id = person.id or tutor_id = person.id or created_by = person.id or updated_by = person.id))
      or exists (select from lead_log where organization_id = ${organizationId} and operator_id = person.id)
      or exists (select from lead_note where organization_id = ${organizationId} and created_by = person.id)`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}

/** How many leads a person holds at a branch, as sales and as tutor. */
export interface HeldLeads {
  branchId: BranchId;
  sales: number;
  tutor: number;
}

/** A person's visible leads, counted by branch. */
export async function countHeldBy(tx: Tx, scope: Scope, accountId: AccountId): Promise<HeldLeads[]> {
  const found = await sql<HeldLeads>`
    select branch_id as "branchId", count(*) filter (where sales_id = ${accountId})::int as sales,
      count(*) filter (where tutor_id = ${accountId})::int as tutor
    from lead where ${visibleRows(scope, "lead")} and deleted_at is null
      and (sales_id = ${accountId} or tutor_id = ${accountId})
    group by branch_id`.execute(tx);
  return found.rows;
}
