import type { ChannelId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { ProviderPerson } from "../../port.ts";
import { mayAskForProfile } from "../../rules.ts";
import type { PlainDelivery } from "./plain-events.ts";

interface LockedContacts {
  contacts: readonly Contact[];
  /** The matching contact, if it is unambiguous and the event adds nothing to it. */
  contactOf(channelId: ChannelId, person: ProviderPerson): Contact | null;
}

/** Locks the contacts who wrote the messages of a batch, skipping those that another transaction has locked. */
export async function lockContacts(
  tx: Tx,
  { organizationId }: Scope,
  deliveries: readonly PlainDelivery[],
): Promise<LockedContacts> {
  const senders = deliveries.flatMap(({ delivery, event }) =>
    event.type === "message" ? [{ channelId: delivery.channelId, ...event.from }] : [],
  );
  const channels = sql.val(senders.map(({ channelId }) => channelId));
  const known = (column: "phone" | "provider_user_id", values: readonly (string | undefined)[]) => sql`
    select contact_id from unnest(${channels}::uuid[], ${sql.val(values.map((value) => value ?? null))}::text[])
      as sender(channel_id, ${sql.ref(column)}) join channel_contact using (channel_id, ${sql.ref(column)})
    where organization_id = ${organizationId}`;
  const contacts = await tx
    .selectFrom("channel_contact")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where(
      sql<boolean>`contact_id in (${known(
        "phone",
        senders.map(({ phone }) => phone),
      )} union ${known(
        "provider_user_id",
        senders.map(({ userId }) => userId),
      )})`,
    )
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const byPhone = new Map(contacts.map((one) => [`${one.channel_id} ${one.phone}`, one]));
  const byUser = new Map(contacts.map((one) => [`${one.channel_id} ${one.provider_user_id}`, one]));
  return {
    contacts,
    contactOf(channelId, person) {
      const contact =
        byUser.get(`${channelId} ${person.userId}`) ?? byPhone.get(`${channelId} ${person.phone}`) ?? null;
      return contact && knowsAll(contact, person) ? contact : null;
    },
  };
}

/** See `learnAbout`, which is not needed then. */
function knowsAll(contact: Contact, person: ProviderPerson): boolean {
  const same = (said: string | undefined, known: string | null) => !said || said === known;
  return (
    same(person.userId, contact.provider_user_id) &&
    same(person.phone, contact.phone) &&
    same(person.name, contact.profile_name) &&
    same(person.username, contact.username) &&
    !(contact.phone === null && mayAskForProfile(contact, new Date()))
  );
}
