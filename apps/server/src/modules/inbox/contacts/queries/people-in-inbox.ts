import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Which of these people a conversation, what happened to it, or a message names. */
export async function peopleInInbox(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<AccountId[]> {
  const { organizationId } = scope;
  const found = await sql<{ id: AccountId }>`
    select person.id from unnest(${sql.val([...ids])}::uuid[]) as person(id)
    where exists (select from conversation where organization_id = ${organizationId}
        and (sales_id = person.id or tutor_id = person.id))
      or exists (select from conversation_event where organization_id = ${organizationId} and actor_id = person.id)
      or exists (select from message where organization_id = ${organizationId} and sender_id = person.id)`.execute(tx);
  return found.rows.map(({ id }) => id);
}
