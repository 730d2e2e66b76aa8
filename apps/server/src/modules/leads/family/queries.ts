import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadFamilyTable } from "@homeroom/database/lead-family-tables";
import { type Selectable, sql } from "kysely";
import { findRow } from "#platform/db/find-row";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Lead } from "../record/queries/load-lead.ts";

export type Family = Selectable<LeadFamilyTable>;

/** A family with its visible members, oldest lead first. */
export async function familyOf(
  tx: Tx,
  scope: Scope,
  familyId: RecordId,
): Promise<{ family: Family; members: Lead[]; mainLeadId: LeadId | null } | null> {
  const family = await findRow(tx, scope, "lead_family", { family_id: familyId });
  if (!family) return null;
  const members = await tx
    .selectFrom("lead")
    .selectAll()
    .where("family_id", "=", familyId)
    .where("deleted_at", "is", null)
    .where(visibleRows(scope, "lead"))
    .orderBy("created_at")
    .orderBy("lead_id")
    .execute();
  return { family, members, mainLeadId: await mainLeadOf(tx, scope, familyId) };
}

/**
 * The lead that a family's conversation belongs to: the main lead, or if it is gone the oldest of the others; null if
 * there is none.
 */
export async function mainLeadOf(tx: Tx, scope: Scope, familyId: RecordId): Promise<LeadId | null> {
  const found = await sql<{ leadId: LeadId }>`
    select lead.lead_id as "leadId" from lead join lead_family family using (organization_id, family_id)
    where lead.organization_id = ${scope.organizationId} and lead.family_id = ${familyId} and lead.deleted_at is null
    order by lead.lead_id = family.main_lead_id desc, lead.created_at, lead.lead_id limit 1`.execute(tx);
  return found.rows[0]?.leadId ?? null;
}
