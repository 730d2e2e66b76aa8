import type { ChannelContactTable } from "@homeroom/database/inbox-tables";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A person in a channel. */
export type Contact = Selectable<ChannelContactTable>;

/** The contact that a message or a conversation names: it is there. */
export async function contactById(tx: Tx, scope: Scope, contactId: string): Promise<Contact> {
  const contact = await contactIfThere(tx, scope, contactId);
  if (!contact) throw new Error("A contact that something names is gone");
  return contact;
}

/** A contact; undefined when it has become part of another one. */
export function contactIfThere(tx: Tx, { organizationId }: Scope, contactId: string): Promise<Contact | undefined> {
  return tx
    .selectFrom("channel_contact")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("contact_id", "=", contactId)
    .executeTakeFirst();
}
