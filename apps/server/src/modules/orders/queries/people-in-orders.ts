import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Which of these people an order, what happened to it, or the closing of a day names. */
export async function peopleInOrders(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<AccountId[]> {
  const { organizationId } = scope;
  const found = await sql<{ id: AccountId }>`
    select person.id from unnest(${sql.val([...ids])}::uuid[]) as person(id)
    where exists (select from sale_order where organization_id = ${organizationId} and created_by = person.id)
      or exists (select from order_event where organization_id = ${organizationId} and account_id = person.id)
      or exists (select from payment where organization_id = ${organizationId} and recorded_by = person.id)
      or exists (select from transfer_proof where organization_id = ${organizationId}
        and (created_by = person.id or decided_by = person.id))
      or exists (select from daily_closing where organization_id = ${organizationId} and closed_by = person.id)`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}
