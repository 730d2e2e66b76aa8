import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Which of these people a lead, its history or its notes name. */
export async function peopleInLeads(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<AccountId[]> {
  const { organizationId } = scope;
  const found = await sql<{ id: AccountId }>`
    select person.id from unnest(${sql.val([...ids])}::uuid[]) as person(id)
    where exists (select from lead where organization_id = ${organizationId}
        and (sales_id = person.id or tutor_id = person.id or created_by = person.id or updated_by = person.id))
      or exists (select from lead_log where organization_id = ${organizationId} and operator_id = person.id)
      or exists (select from lead_note where organization_id = ${organizationId} and created_by = person.id)`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}
