import type { ChannelContactTable } from "@homeroom/database/inbox-tables";
import type { Updateable } from "kysely";
import { v7 } from "uuid";
import { leadForNewContact, type NewContact } from "#modules/leads/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { contactUnnamed } from "../../events.ts";
import type { InboundPreference, ProviderPerson } from "../../port.ts";
import { personEventKey, takeEarlyEvents } from "../../receiving/writes/early-events.ts";
import { mayAskForProfile, nameOfId } from "../../rules.ts";
import { lockPerson } from "../../sending/writes/lock-provider-id.ts";
import type { Contact } from "../queries/contacts.ts";
import { mergeContacts } from "./merge-contacts.ts";

/** The source of a lead who writes to us first, by the stable names of the default lead channels. */
const leadChannelOf = { whatsapp: "WhatsApp_chat", line: "Line_Default" } as const;

type Origin = Pick<NewContact, "at" | "isUnannounced"> &
  Partial<Pick<NewContact, "leadChannelCode">> & { said?: string };

/**
 * The contact who sent an event, locked until the transaction ends. Found by the provider's id or by the
 * number; new keys are stored, and two rows that turn out to be one person are merged. An unknown person becomes
 * a lead from `leadChannelCode`, or is matched to a lead by their number. `said`: their first words.
 */
export async function recogniseContact(
  tx: Tx,
  channel: InboundChannel,
  person: ProviderPerson,
  { at, leadChannelCode = leadChannelOf[channel.kind], isUnannounced, said }: Origin,
): Promise<Contact> {
  const known = await lockKnownContact(tx, channel, person);
  if (known) return learnAbout(tx, known, person);
  await lockPerson(tx, channel.channelId, personKeys(person));
  const madeMeanwhile = await lockKnownContact(tx, channel, person);
  if (madeMeanwhile) return learnAbout(tx, madeMeanwhile, person);
  const first = said === undefined ? undefined : { said, line: lineUserOf(channel, person) };
  return makeContact(tx, channel, person, { at, leadChannelCode, isUnannounced, first });
}

function lineUserOf({ kind, channelId }: InboundChannel, { userId }: ProviderPerson) {
  return kind === "line" && userId ? { channelId, userId } : null;
}

/** The contact with one of these ids or numbers, locked; null when there is none. Several are merged. */
export async function lockKnownContact(
  tx: Tx,
  channel: InboundChannel,
  ...names: readonly ProviderPerson[]
): Promise<Contact | null> {
  const found = await tx
    .selectFrom("channel_contact")
    .selectAll()
    .where("organization_id", "=", channel.organizationId)
    .where("channel_id", "=", channel.channelId)
    .where((is) =>
      is.or(
        names.flatMap(({ userId, phone }) => [
          ...(userId ? [is("provider_user_id", "=", userId)] : []),
          ...(phone ? [is("phone", "=", phone)] : []),
        ]),
      ),
    )
    .orderBy("contact_id")
    .forUpdate()
    .execute();
  const [one, ...others] = found;
  let contact = one ?? null;
  for (const other of others) contact = contact && (await mergeContacts(tx, contact, other));
  return contact;
}

/** The keys under which a person may be known. */
export function personKeys(person: ProviderPerson): string[] {
  return [person.userId, person.phone].filter((key) => key !== undefined);
}

/** Stores the values that are new or have changed on a contact's row. */
export async function learnAbout(tx: Tx, contact: Contact, person: ProviderPerson): Promise<Contact> {
  const news: Updateable<ChannelContactTable> = {};
  // A number with a different id than before: the provider renewed the id, or the number has a new owner. In both cases
  // the lead is identified by the number.
  if (person.userId && person.userId !== contact.provider_user_id) news.provider_user_id = person.userId;
  if (person.phone && person.phone !== contact.phone) news.phone = person.phone;
  if (person.name && person.name !== contact.profile_name) news.profile_name = person.name;
  if (person.username && person.username !== contact.username) news.username = person.username;
  if (Object.keys(news).length === 0) {
    if (mayAskForProfile(contact, new Date()) && contact.phone === null) await publishUnnamed(tx, contact);
    return contact;
  }
  if (news.provider_user_id || news.phone) Object.assign(news, await earlierPreference(tx, contact, person));
  return tx
    .updateTable("channel_contact")
    .set(news)
    .where("organization_id", "=", contact.organization_id)
    .where("contact_id", "=", contact.contact_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function makeContact(
  tx: Tx,
  channel: InboundChannel,
  person: ProviderPerson,
  origin: Pick<NewContact, "at" | "leadChannelCode" | "isUnannounced" | "first">,
): Promise<Contact> {
  const scope = organizationScope(channel.organizationId);
  const lead = await leadForNewContact(tx, scope, {
    branchId: channel.branchId,
    nickname:
      person.name ?? person.username ?? (person.phone ? `+${person.phone}` : nameOfId(channel.kind, person.userId)),
    phoneE164: person.phone ?? null,
    ...origin,
  });
  const contact = await tx
    .insertInto("channel_contact")
    .values({
      organization_id: channel.organizationId,
      contact_id: v7(),
      channel_id: channel.channelId,
      lead_id: lead.leadId,
      provider_user_id: person.userId ?? null,
      phone: person.phone ?? null,
      profile_name: person.name ?? "",
      username: person.username ?? "",
      ...(await saidBefore(tx, channel, person)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (contact.profile_name === "" && contact.phone === null) await publishUnnamed(tx, contact);
  return contact;
}

/** Their name is requested outside this transaction. */
function publishUnnamed(tx: Tx, { organization_id: organizationId, contact_id: contactId }: Contact): Promise<void> {
  return emit(tx, contactUnnamed, { organizationId, aggregateId: contactId, payload: { contactId } });
}

/** Applies events from before the person was known: whether they want marketing, and whether they have blocked us. */
async function saidBefore(
  tx: Tx,
  channel: InboundChannel,
  person: ProviderPerson,
): Promise<Updateable<ChannelContactTable>> {
  const events = await takeEarlyEvents(tx, channel, personKeys(person).map(personEventKey));
  const preference = latest(events.filter((event) => event.type === "preference"));
  const relation = latest(events.filter((event) => event.type === "relation"));
  return {
    ...(preference && preferenceColumns(preference)),
    ...(relation && {
      blocked_at: relation.relation === "block" ? relation.at : null,
      relation_changed_at: relation.at,
    }),
  };
}

/** Applies a marketing decision stored under a key that was not known to be this person's, unless they have decided since. */
async function earlierPreference(
  tx: Tx,
  contact: Contact,
  person: ProviderPerson,
): Promise<Updateable<ChannelContactTable>> {
  const { organization_id: organizationId, channel_id: channelId, marketing_said_at: saidAt } = contact;
  const keys = personKeys(person).map(personEventKey);
  if (keys.length === 0) return {};
  const events = await takeEarlyEvents(tx, { organizationId, channelId }, keys);
  const preference = latest(events.filter((event) => event.type === "preference"));
  return preference && (!saidAt || preference.at > saidAt) ? preferenceColumns(preference) : {};
}

function preferenceColumns({ marketing, at }: InboundPreference): Updateable<ChannelContactTable> {
  return { marketing_stopped_at: marketing === "stop" ? at : null, marketing_said_at: at, marketing_words: "" };
}

function latest<Event extends { at: Date }>(events: readonly Event[]): Event | undefined {
  return events.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1);
}
