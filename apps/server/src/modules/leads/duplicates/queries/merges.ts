import type { LeadId } from "@homeroom/contract/ids";
import { maxMembers } from "@homeroom/contract/lead-families";
import type { LeadMergeTable } from "@homeroom/database/lead-family-tables";
import { type Selectable, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

export type Merge = Selectable<LeadMergeTable>;

/** The latest merges into a lead that people who see both leads can undo, newest first. */
export function mergesInto(tx: Tx, scope: Scope, leadId: LeadId): Promise<Merge[]> {
  return tx
    .selectFrom("lead_merge as merge")
    .innerJoin("lead", (join) =>
      join.onRef("lead.organization_id", "=", "merge.organization_id").onRef("lead.lead_id", "=", "merge.from_id"),
    )
    .selectAll("merge")
    .where("merge.organization_id", "=", scope.organizationId)
    .where("merge.kept_id", "=", leadId)
    .where("merge.undone_at", "is", null)
    .where("lead.merged_into", "=", leadId)
    .where(visibleRows(scope, "lead"))
    .orderBy("merge.created_at", "desc")
    .limit(maxMembers)
    .execute();
}

/**
 * The lead that a merged one is now part of, after any number of merges. Its history names the merged one to everyone who sees
 * it. Throws NOT_FOUND when it was deleted or is not visible, and for a lead that was not merged.
 */
export async function leadMergedInto(tx: Tx, scope: Scope, leadId: LeadId): Promise<KeptLead> {
  const kept = await findKeptLead(tx, scope, leadId);
  if (!kept) throw new AppError("NOT_FOUND");
  return kept;
}

interface KeptLead {
  leadId: LeadId;
  mergedName: string;
}

/** The same, undefined where the other throws. */
export async function findKeptLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<KeptLead | undefined> {
  const { rows } = await sql<KeptLead>`
    with recursive step as (
      select lead_id, merged_into, nickname from lead
      where organization_id = ${scope.organizationId} and lead_id = ${leadId} and deleted_at is not null
      union
      select next.lead_id, next.merged_into, step.nickname from step
      join lead as next on next.organization_id = ${scope.organizationId} and next.lead_id = step.merged_into
    )
    select lead.lead_id as "leadId", step.nickname as "mergedName" from step
    join lead on lead.organization_id = ${scope.organizationId} and lead.lead_id = step.lead_id
    where lead.deleted_at is null and ${visibleRows(scope, "lead")}`.execute(tx);
  return rows[0];
}
