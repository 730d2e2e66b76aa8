import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The people among these who appear in the audit log as having done something. */
export async function peopleInAudit(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<AccountId[]> {
  const found = await sql<{ id: AccountId }>`
    select person.id from unnest(${sql.val([...ids])}::uuid[]) as person(id)
    where exists (select from audit_entry
      where organization_id = ${scope.organizationId} and account_id = person.id)`.execute(tx);
  return found.rows.map(({ id }) => id);
}
