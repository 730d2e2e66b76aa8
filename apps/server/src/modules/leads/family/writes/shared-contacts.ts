import type { LeadId } from "@homeroom/contract/ids";
import type { LeadTable } from "@homeroom/database/schema";
import { sql, type Updateable } from "kysely";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Lead } from "../../record/queries/load-lead.ts";
import { emptyContact, fieldsOf } from "../../record/rules/lead-row.ts";
import { saveEdit } from "../../record/writes/save-lead.ts";

/**
 * Locks leads and their families in the order of their ids, even if the actor does not see them: shared values are
 * written to all of them. Call it before locking any of them individually. Nobody joins or leaves a family of the
 * organisation meanwhile, except this transaction if it declares that it changes members.
 */
export async function lockFamily(
  tx: Tx,
  scope: Scope,
  leadIds: readonly LeadId[],
  { changesMembers = false } = {},
): Promise<void> {
  // Members are read before their rows are locked, and must not change until they are.
  const lock = sql.raw(changesMembers ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared");
  const key = `lead-families:${scope.organizationId}`;
  await sql`select ${lock}(hashtextextended(${key}, 0))`.execute(tx);
  const ids = sql`any(${sql.val([...leadIds])}::uuid[])`;
  const inOrganization = sql`organization_id = ${scope.organizationId}`;
  await sql`
    select from lead where ${inOrganization} and lead_id in (
      select lead_id from lead where ${inOrganization} and lead_id = ${ids}
      union select member.lead_id from lead one join lead member using (organization_id, family_id)
      where one.organization_id = ${scope.organizationId} and one.lead_id = ${ids} and member.deleted_at is null)
    order by lead_id for no key update`.execute(tx);
}

type SharedColumns = Pick<Updateable<LeadTable>, "contact1_e164" | "contact2_e164"> & {
  contact1: string;
  contact2: string;
};

/**
 * Writes a lead's new contacts to all other members of its family, each with a history entry. The family must be locked
 * (`lockFamily`); does nothing without a family.
 */
export async function shareContacts(
  tx: Tx,
  scope: Scope,
  { lead, columns, actor }: { lead: Lead; columns: SharedColumns; actor: Actor },
): Promise<void> {
  if (lead.family_id === null) return;
  const { contact1, contact2, contact1_e164, contact2_e164 } = columns;
  const given = {
    contact1: { ...emptyContact, ...(JSON.parse(contact1) as Lead["contact1"]) },
    contact2: { ...emptyContact, ...(JSON.parse(contact2) as Lead["contact2"]) },
  };
  for (const member of await otherMembers(tx, scope, lead)) {
    await saveEdit(tx, scope, {
      lead: member,
      after: { ...fieldsOf(member), ...given },
      columns: { contact1, contact2, contact1_e164: contact1_e164 ?? null, contact2_e164: contact2_e164 ?? null },
      actor,
    });
  }
}

/** All other members of a lead's family, visible or not, in the order of their ids. */
export async function otherMembers(tx: Tx, scope: Scope, lead: Pick<Lead, "lead_id" | "family_id">): Promise<Lead[]> {
  if (lead.family_id === null) return [];
  return tx
    .selectFrom("lead")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("family_id", "=", lead.family_id)
    .where("lead_id", "!=", lead.lead_id)
    .where("deleted_at", "is", null)
    .orderBy("lead_id")
    .execute();
}
