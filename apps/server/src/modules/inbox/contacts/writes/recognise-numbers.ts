import { sql } from "kysely";
import { v7 } from "uuid";
import { leadsForNewContacts } from "#modules/leads/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { personEventKey } from "../../receiving/writes/early-events.ts";
import { lockPerson } from "../../sending/writes/lock-provider-id.ts";
import type { Contact } from "../queries/contacts.ts";

/**
 * The contacts of a channel with these numbers, locked until the transaction ends; new ones are stored for the leads that
 * have the numbers. Never waits: left out are numbers whose contact is locked elsewhere, that no lead has, or for which
 * earlier events are stored; `recogniseContact` handles those.
 */
export async function recogniseNumbers(
  tx: Tx,
  channel: InboundChannel,
  phones: readonly string[],
): Promise<ReadonlyMap<string, Contact>> {
  const known = await knownNumbers(tx, channel, phones);
  await makeContacts(
    tx,
    channel,
    phones.filter((phone) => !known.has(phone)),
  );
  const { rows } = await sql<Contact & { phone: string }>`
    select * from channel_contact
    where organization_id = ${channel.organizationId} and channel_id = ${channel.channelId}
      and phone = any(${sql.val([...phones])}::text[])
    for no key update skip locked`.execute(tx);
  return new Map(rows.map((contact) => [contact.phone, contact]));
}

async function knownNumbers(
  tx: Tx,
  { organizationId, channelId }: InboundChannel,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ phone: string }>`
    select phone from channel_contact
    where organization_id = ${organizationId} and channel_id = ${channelId}
      and phone = any(${sql.val([...phones])}::text[])`.execute(tx);
  return new Set(rows.map(({ phone }) => phone));
}

async function makeContacts(tx: Tx, channel: InboundChannel, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return;
  const { organizationId, channelId, branchId } = channel;
  await lockPerson(tx, channelId, phones);
  const leads = await leadsForNewContacts(tx, organizationScope(organizationId), { phones, branchId });
  const [numbers, leadIds] = [[...leads.keys()], [...leads.values()].map(({ leadId }) => leadId)];
  await sql`
    insert into channel_contact (organization_id, contact_id, channel_id, lead_id, phone)
    select ${organizationId}::uuid, made.contact_id, ${channelId}::uuid, made.lead_id, made.phone
    from unnest(${sql.val(numbers.map(() => v7()))}::uuid[], ${sql.val(leadIds)}::uuid[],
      ${sql.val(numbers)}::text[], ${sql.val(numbers.map(personEventKey))}::text[])
      as made(contact_id, lead_id, phone, event_key)
    where not exists (select from channel_contact known
        where known.organization_id = ${organizationId} and known.channel_id = ${channelId} and known.phone = made.phone)
      and not exists (select from early_event early
        where early.organization_id = ${organizationId} and early.channel_id = ${channelId}
          and early.provider_message_id = made.event_key)`.execute(tx);
}
