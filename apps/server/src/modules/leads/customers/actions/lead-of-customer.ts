import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { emitLeadsChanged, leadsMoved } from "../../events.ts";
import type { Lead } from "../../record/queries/load-lead.ts";
import { lockNumbers } from "../../record/writes/check-lead.ts";
import { addHistory } from "../../record/writes/save-lead.ts";

/** The maximum chain of merges to follow. */
const longestWay = 5;

/**
 * The lead of a customer who writes, locked. A deleted one is restored, with a history entry; if another lead now has its
 * number, the customer moves to that lead. Throws NOT_FOUND for a lead that never existed.
 */
export async function lockLeadOfCustomer(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead> {
  let wanted = leadId;
  for (let step = 0; step < longestWay; step += 1) {
    const there = await lockThere(tx, scope, wanted);
    if (there) return there;
    const gone = await anyLead(tx, scope, wanted);
    if (!gone) break;
    if (!gone.merged_into) return comeBack(tx, scope, gone);
    wanted = gone.merged_into;
  }
  throw new AppError("NOT_FOUND");
}

async function comeBack(tx: Tx, scope: Scope, gone: Lead): Promise<Lead> {
  await lockNumbers(tx, scope, [gone.phone_e164, gone.contact1_e164]);
  const successor = gone.phone_e164 ? await withPhone(tx, scope, gone.phone_e164) : undefined;
  if (successor) return successor;
  const leadId = gone.lead_id;
  const locked = await leadsOf(tx, scope).where("lead_id", "=", leadId).forNoKeyUpdate().executeTakeFirstOrThrow();
  if (!locked.deleted_at) return locked;
  const emailTaken = locked.email !== "" && (await hasEmail(tx, scope, locked.email));
  const back = await tx
    .updateTable("lead")
    .set({ deleted_at: null, deleted_by: null, version: locked.version + 1, updated_at: sql`now()` })
    // The number now belongs to another lead.
    .set(emailTaken ? { email: "" } : {})
    // It was erased and left an empty row.
    .set(locked.nickname === "" ? { nickname: "?" } : {})
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const details = { restored: true, wrote: true, ...(emailTaken && { fields: ["email"] }) };
  await addHistory(tx, scope, [{ leadId, action: "edited", operatorId: null, details }]);
  const state = { branchId: back.branch_id, salesId: back.sales_id, tutorId: back.tutor_id };
  await emitLeadsChanged(tx, scope, { aggregateId: leadId, states: [state] });
  const { organizationId } = scope;
  await emit(tx, leadsMoved, { organizationId, aggregateId: leadId, payload: { leadIds: [leadId] } });
  return back;
}

function leadsOf(tx: Tx, scope: Scope) {
  return tx.selectFrom("lead").selectAll().where("organization_id", "=", scope.organizationId);
}

function lockThere(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead | undefined> {
  const there = leadsOf(tx, scope).where("lead_id", "=", leadId).where("deleted_at", "is", null);
  return there.forNoKeyUpdate().executeTakeFirst();
}

function anyLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead | undefined> {
  return leadsOf(tx, scope).where("lead_id", "=", leadId).executeTakeFirst();
}

function withPhone(tx: Tx, scope: Scope, phone: string): Promise<Lead | undefined> {
  const there = leadsOf(tx, scope).where("phone_e164", "=", phone).where("deleted_at", "is", null);
  return there.forNoKeyUpdate().executeTakeFirst();
}

async function hasEmail(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  return (
    (await leadsOf(tx, scope)
      .where("deleted_at", "is", null)
      .where("email_key", "=", email.toLowerCase())
      .executeTakeFirst()) !== undefined
  );
}
