import { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { defineEvent, emit } from "#platform/outbox/events";
import type { Holders } from "./record/rules/lead-row.ts";

const where = {
  leadId: LeadId,
  branchId: BranchId,
  salesId: AccountId.nullable(),
  tutorId: AccountId.nullable(),
  version: z.number().int(),
};

export const leadCreated = defineEvent("lead.created", z.object(where));
export const leadEdited = defineEvent("lead.edited", z.object(where));

/** Sales or tutor changed; `before`: the previous owners, so that they are notified as well. */
export const leadAssigned = defineEvent(
  "lead.assigned",
  z.object({
    ...where,
    before: z.object({ salesId: AccountId.nullable(), tutorId: AccountId.nullable() }),
    /** The person who did it; null: automatic. */
    by: AccountId.nullable().default(null),
  }),
);

/** Leads moved from one person to others: one event for many, so that each person is notified once. */
export const leadsHandedOver = defineEvent(
  "leads.handed-over",
  z.object({
    leads: z.array(
      z.object({ ...where, before: z.object({ salesId: AccountId.nullable(), tutorId: AccountId.nullable() }) }),
    ),
  }),
);

/** A large number of leads changed together (bulk work, an import, a merge), so lists are reloaded. */
export const leadsChanged = defineEvent(
  "leads.changed",
  z.object({
    branchIds: z.array(BranchId),
    /** People who held or hold one of them. */
    holders: z.array(AccountId),
    /** One of them had or has no owner. */
    unheld: z.boolean(),
  }),
);

/** A reminder about a lead is due. */
export const leadReminderDue = defineEvent(
  "lead.reminder-due",
  z.object({ reminderId: RecordId, leadId: LeadId, version: z.number().int(), accountId: AccountId }),
);

/** The day begins at a branch: how many leads each person has to contact today, and how many are overdue. */
export const contactsDue = defineEvent(
  "lead.contacts-due",
  z.object({
    day: z.iso.date(),
    people: z.array(z.object({ accountId: AccountId, count: z.number().int(), overdue: z.number().int() })),
  }),
);

type About = z.infer<typeof leadCreated.payload>;

/** Records what a write did to a lead: created, assigned to others, or edited. `before` is null for a new lead. */
export async function emitLeadChange(tx: Tx, scope: Scope, lead: About, before: Holders | null): Promise<void> {
  const base = { organizationId: scope.organizationId, aggregateId: lead.leadId };
  const held = before ?? { salesId: null, tutorId: null };
  const assigned = lead.salesId !== held.salesId || lead.tutorId !== held.tutorId;
  if (before === null) await emit(tx, leadCreated, { ...base, payload: lead });
  if (assigned) await emit(tx, leadAssigned, { ...base, payload: { ...lead, before: held, by: scope.accountId } });
  if (before && !assigned) await emit(tx, leadEdited, { ...base, payload: lead });
}

/** A bulk change assigned leads to people. Each person is notified once. */
export const leadsDealt = defineEvent(
  "leads.dealt",
  z.object({
    bulkId: RecordId,
    receivers: z.array(z.object({ accountId: AccountId, count: z.number().int() })),
  }),
);

/** These leads were assigned to others, deleted or restored together: dependent records follow. */
export const leadsMoved = defineEvent("leads.moved", z.object({ leadIds: z.array(LeadId) }));

interface LeadPlacement {
  branchId: BranchId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
}

/** Records that leads changed together, for the lists of everyone who saw or sees one of them. Pass all states of each lead. */
export async function emitLeadsChanged(
  tx: Tx,
  scope: Scope,
  { aggregateId, states }: { aggregateId: string; states: readonly LeadPlacement[] },
): Promise<void> {
  if (states.length === 0) return;
  const people = states.flatMap(({ salesId, tutorId }) => [salesId, tutorId]).filter((id) => id !== null);
  const payload = {
    branchIds: [...new Set(states.map(({ branchId }) => branchId))],
    holders: [...new Set(people)],
    unheld: states.some(({ salesId, tutorId }) => salesId === null && tutorId === null),
  };
  await emit(tx, leadsChanged, { organizationId: scope.organizationId, aggregateId, payload });
}
