import type { LeadId } from "@homeroom/contract/ids";
import type { LeadTable } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

export type Lead = Selectable<LeadTable>;

/** A lead that the scope sees, locked for a change. Throws NOT_FOUND: what is out of sight looks like absent. */
export async function lockLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead> {
  const lead = await seen(tx, scope, leadId).forNoKeyUpdate().executeTakeFirst();
  if (!lead) throw new AppError("NOT_FOUND");
  return lead;
}

/** A lead that the scope sees. Throws NOT_FOUND. */
export async function loadLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead> {
  const lead = await seenLead(tx, scope, leadId);
  if (!lead) throw new AppError("NOT_FOUND");
  return lead;
}

/** A lead if the scope sees it. */
export function seenLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead | undefined> {
  return seen(tx, scope, leadId).executeTakeFirst();
}

function seen(tx: Tx, scope: Scope, leadId: LeadId) {
  return tx
    .selectFrom("lead")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .where("deleted_at", "is", null)
    .where(visibleRows(scope, "lead"));
}
