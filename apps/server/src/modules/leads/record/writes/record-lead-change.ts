import { type Change, recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Lead } from "../queries/load-lead.ts";
import { type Fields, nameReferences } from "../queries/named-fields.ts";
import { changedFields, type LeadFields } from "../rules/lead-row.ts";

interface LeadChange {
  action: Change["action"];
  lead: Pick<Lead, "lead_id" | "nickname">;
  before?: Fields | undefined;
  after: Fields;
}

/** Writes into the audit log what was done to a lead. What its fields refer to is kept by the names of now. */
export async function recordLeadChange(
  tx: Tx,
  scope: Scope,
  actor: Actor,
  { action, lead, before, after }: LeadChange,
): Promise<void> {
  const name = await nameReferences(tx, scope, [before ?? {}, after]);
  await recordChange(tx, actor, {
    module: "lead",
    action,
    subject: { type: "lead", id: lead.lead_id, name: lead.nickname },
    ...(before && { before: name(before) }),
    after: name(after),
  });
}

/** Only the fields of two states of a lead that differ. */
export function onlyChanged(before: LeadFields, after: LeadFields): { before: Fields; after: Fields } {
  const changed = changedFields(before, after);
  const pick = (fields: LeadFields) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { before: pick(before), after: pick(after) };
}

/** Only the fields that say something: those of a new lead. */
export function onlyFilled(fields: LeadFields): Fields {
  const isEmpty = (value: unknown): boolean =>
    value === "" ||
    value === null ||
    value === 0 ||
    (typeof value === "object" && value !== null && Object.values(value).every(isEmpty));
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}
