import type { ChannelId, LeadId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

/** A running LINE account with a LIFF app. */
export interface LiffAccount {
  organizationId: OrganizationId;
  channelId: ChannelId;
  /** LINE's number of the account. */
  number: string;
  /** Its name at LINE, without the @. */
  officialId: string;
  liffId: string;
  /** The address that staff entered at LINE for the app to open. */
  endpointUrl: string;
}

const columns = sql`organization_id as "organizationId", channel_id as "channelId", external_id as number,
  ltrim(coalesce(settings ->> 'officialID', ''), '@') as "officialId", settings ->> 'liffID' as "liffId",
  coalesce(settings ->> 'endpointURL', '') as "endpointUrl"`;
const hasLiff = sql<boolean>`kind = 'line' and status = 1 and coalesce(settings ->> 'liffID', '') <> ''`;

/** The LIFF accounts of an organisation. */
export async function liffAccounts(tx: Tx, { organizationId }: Scope): Promise<LiffAccount[]> {
  const found = await sql<LiffAccount>`
    select ${columns} from channel where organization_id = ${organizationId} and ${hasLiff}`.execute(tx);
  return found.rows;
}

/** The account with this LINE number, in any organisation: nobody is signed in where a LIFF app opens. */
export function liffAccountByNumber(db: Database, number: string): Promise<LiffAccount | undefined> {
  return inSystemTransaction(db, async (tx) => {
    const found = await sql<LiffAccount>`
      select ${columns} from channel where external_id = ${number} and ${hasLiff}`.execute(tx);
    return found.rows[0];
  });
}

/** When people last wrote to accounts or became their friends, by account and LINE's id. People who never did are left out. */
export async function lastHeardFrom(
  tx: Tx,
  { organizationId }: Scope,
  people: readonly { channelId: string; userId: string }[],
): Promise<{ channelId: ChannelId; userId: string; leadId: LeadId; at: Date }[]> {
  if (people.length === 0) return [];
  const found = await sql<{ channelId: ChannelId; userId: string; leadId: LeadId; at: Date }>`
    select contact.channel_id as "channelId", contact.provider_user_id as "userId", contact.lead_id as "leadId",
      heard.at
    from unnest(${sql.val(people.map(({ channelId }) => channelId))}::uuid[],
        ${sql.val(people.map(({ userId }) => userId))}::text[]) as person(channel_id, user_id)
      join channel_contact contact on contact.organization_id = ${organizationId}
        and contact.channel_id = person.channel_id and contact.provider_user_id = person.user_id
      cross join lateral (select greatest(contact.last_inbound_at,
        case when contact.blocked_at is null then contact.relation_changed_at end) as at) heard
    where heard.at is not null`.execute(tx);
  return found.rows;
}
