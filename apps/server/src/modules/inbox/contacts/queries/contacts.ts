import type { AccountId } from "@homeroom/contract/ids";
import type { ChannelContactTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A person in a channel. */
export type Contact = Selectable<ChannelContactTable>;

/** The contact of a message or a conversation, which always exists. */
export async function contactById(tx: Tx, scope: Scope, contactId: string): Promise<Contact> {
  const contact = await contactIfThere(tx, scope, contactId);
  if (!contact) throw new Error("A contact that something names is gone");
  return contact;
}

/** A contact; undefined when it was merged into another one. */
export function contactIfThere(tx: Tx, { organizationId }: Scope, contactId: string): Promise<Contact | undefined> {
  return tx
    .selectFrom("channel_contact")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("contact_id", "=", contactId)
    .executeTakeFirst();
}

/** Which of these people a conversation, one of its events, or a message refers to. */
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
