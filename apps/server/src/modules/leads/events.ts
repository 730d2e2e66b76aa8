import { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import { z } from "zod";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { defineEvent, emit } from "#platform/outbox/events";
import type { Holders } from "./rules/lead-row.ts";

const where = {
  leadId: LeadId,
  branchId: BranchId,
  salesId: AccountId.nullable(),
  tutorId: AccountId.nullable(),
  version: z.number().int(),
};

export const leadCreated = defineEvent("lead.created", z.object(where));
export const leadEdited = defineEvent("lead.edited", z.object(where));

/** Sales or tutor changed; `before` says whose row it was, so that they can be told as well. */
export const leadAssigned = defineEvent(
  "lead.assigned",
  z.object({ ...where, before: z.object({ salesId: AccountId.nullable(), tutorId: AccountId.nullable() }) }),
);

type About = z.infer<typeof leadCreated.payload>;

/** Records what a write did to a lead: created, assigned to others, or edited. `before` is null for a new lead. */
export async function emitLeadChange(tx: Tx, scope: Scope, lead: About, before: Holders | null): Promise<void> {
  const base = { organizationId: scope.organizationId, aggregateId: lead.leadId };
  const held = before ?? { salesId: null, tutorId: null };
  const assigned = lead.salesId !== held.salesId || lead.tutorId !== held.tutorId;
  if (before === null) await emit(tx, leadCreated, { ...base, payload: lead });
  if (assigned) await emit(tx, leadAssigned, { ...base, payload: { ...lead, before: held } });
  if (before && !assigned) await emit(tx, leadEdited, { ...base, payload: lead });
}
