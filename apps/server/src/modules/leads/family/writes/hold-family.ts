import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Locks leads and their families in the order of their ids, whether or not the actor sees them: shared values are
 * written to all of them. Call it before one of them is locked by itself. Nobody joins or leaves a family of the
 * organisation meanwhile, except this transaction if it says that it changes members.
 */
export async function holdFamily(
  tx: Tx,
  scope: Scope,
  leadIds: readonly LeadId[],
  { changesMembers = false } = {},
): Promise<void> {
  // Who belongs to a family is read before its rows are locked, and has to be true still when they are.
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
