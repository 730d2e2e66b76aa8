import type { AccountId, BranchId, ConversationId, LeadId } from "@homeroom/contract/ids";
import { ChannelId } from "@homeroom/contract/ids";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { makeLeadsSearchable } from "@homeroom/server/modules/leads/for-tests";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession } from "@homeroom/server/modules/sign-in/for-tests";
import type pg from "pg";
import { v7 } from "uuid";
import type { BenchDatabase } from "../measure/database.ts";
import { endings, openings, seasonal, subjects } from "./what-people-say.ts";

/** An organisation with many conversations. */
export interface TalkativeCentre {
  organizationId: string;
  /** A session of its owner, who sees every conversation. */
  token: string;
  /** A session of one of the sales people, who sees a twentieth of them. */
  salesToken: string;
  /** The conversation with the most messages. */
  longest: ConversationId;
}

interface Size {
  conversations: number;
  messages: number;
  /** The number of messages in one conversation. */
  inLongest?: number;
}

const salesPeople = 20;

/**
 * Two years of messages: most in a few conversations, some words in every tenth, some only in one season. Runs as the owner
 * of the database without its triggers, and then writes their results for all rows at once.
 */
export async function fillTalks(base: BenchDatabase, name: string, size: Size): Promise<TalkativeCentre> {
  const { db, owner } = base;
  const organization = await buildOrganization(db, name);
  const account = await buildAccount(db, organization, { role: "owner", branchIds: organization.branchIds });
  const sales: AccountId[] = [];
  for (let number = 1; number <= salesPeople; number++) {
    sales.push((await buildAccount(db, organization, { role: "sales", nickname: `業務${number}` })).accountId);
  }
  const [branchId] = organization.branchIds;
  const { organizationId } = organization;
  const client = await owner.connect();
  try {
    await client.query("set session_replication_role = 'replica'; set synchronous_commit = off");
    const longest = await insertConversations(client, { organizationId, branchId, sales, size });
    await insertMessages(client, { organizationId, size });
    await client.query("reset session_replication_role");
    await makeLeadsSearchable(base);

    return {
      organizationId,
      token: await buildSession(db, organization, account),
      salesToken: await buildSession(db, organization, { accountId: sales[0] as AccountId }),
      longest,
    };
  } finally {
    client.release();
  }
}

/** Drops the indexes of messages while `fill` runs, and builds them once. Returns the result of `fill`. */
export async function withoutMessageIndexes<Filled>(owner: pg.Pool, fill: () => Promise<Filled>): Promise<Filled> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('message'::regclass, 'message_text'::regclass) and not indisprimary`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  const filled = await fill();
  for (const { definition } of rows) {
    await owner.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2; ${definition}`);
  }
  await owner.query("vacuum (analyze) message");
  await owner.query("vacuum (analyze) message_text");
  await owner.query("analyze conversation; analyze lead; analyze channel_contact");
  await owner.query("checkpoint");
  return filled;
}

async function insertConversations(
  client: pg.PoolClient,
  given: { organizationId: string; branchId: BranchId; sales: readonly AccountId[]; size: Size },
): Promise<ConversationId> {
  const { organizationId, branchId, sales, size } = given;
  const channelId = ChannelId.parse(v7());
  await client.query(
    `insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, secrets)
     values ($1, $2::uuid, $3, 'whatsapp', 'WhatsApp', $2::uuid::text, '')`,
    [organizationId, channelId, branchId],
  );
  await client.query(
    "create temp table if not exists talk (n int, organization_id uuid, lead_id uuid, contact_id uuid, conversation_id uuid, channel_id uuid)",
  );
  await client.query("truncate talk");
  await client.query(
    "insert into talk select n, $1, uuidv7(), uuidv7(), uuidv7(), $2 from generate_series(1, $3::int) n",
    [organizationId, channelId, size.conversations],
  );
  await client.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, phone, sales_id, lead_date)
     select organization_id, lead_id, $1, '客戶' || n, (60000000 + n)::text, ($2::uuid[])[1 + n % cardinality($2::uuid[])], current_date
     from talk`,
    [branchId, sales],
  );
  await client.query(
    `insert into channel_contact (organization_id, contact_id, channel_id, lead_id, phone, profile_name, last_inbound_at, window_ends_at)
     select organization_id, contact_id, channel_id, lead_id, '852' || (60000000 + n), '客戶' || n, now() - n * interval '3 minutes',
       now() - n * interval '3 minutes' + interval '24 hours' from talk`,
  );
  await client.query(
    `insert into conversation (organization_id, conversation_id, lead_id, branch_id, sales_id, contact_id, last_position,
       last_message_at, last_direction, last_inbound_at, unread_count, customer_unread, window_ends_at)
     select organization_id, conversation_id, lead_id, $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], contact_id, $3::int,
       now() - n * interval '2 minutes', case when n % 3 = 0 then 'in' else 'out' end, now() - n * interval '3 minutes',
       case when n % 5 = 0 then 1 + n % 7 else 0 end, n % 4 = 0, now() - n * interval '3 minutes' + interval '24 hours'
     from talk`,
    [branchId, sales, size.messages],
  );
  const { rows } = await client.query<{ id: ConversationId; lead: LeadId }>(
    "select conversation_id as id from talk where n = 1",
  );
  return (rows[0] as { id: ConversationId }).id;
}

async function insertMessages(
  client: pg.PoolClient,
  { organizationId, size }: { organizationId: string; size: Size },
): Promise<void> {
  await client.query("analyze talk");
  await client.query(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind, text,
       state, provider_message_id, sent_at, created_at, version)
     select talk.organization_id, uuidv7(at - now()), conversation_id, channel_id, contact_id, said.n,
       case when said.n % 2 = 0 then 'in' else 'out' end, 'text',
       opening || case when said.n % 13 = 0 and extract(month from at) in (6, 7) then $6::text else subject end
         || case when said.n % 40 = 0 then (array['陳小明','林佳穎','黃柏翰','張雅婷','李承恩'])[1 + said.n / 40 % 5] || said.n % 997 else '' end
         || ending,
       case when said.n % 2 = 0 then 'received' else 'read' end, 'wamid.' || said.n, at, at, 1 + said.n % 1000000
     from (
       select n, now() - interval '1 second' * (730.0 * 86400 * ($1::int - n) / $1::int) as at,
         case when n <= $2::int then 1 else 1 + floor($3::int * random() ^ 2)::int end as place,
         ($4::text[])[1 + floor(random() ^ 2 * cardinality($4::text[]))::int] as opening,
         ($5::text[])[1 + floor(random() ^ 2 * cardinality($5::text[]))::int] as subject,
         ($7::text[])[1 + floor(random() * cardinality($7::text[]))::int] as ending
       from generate_series(1, $1::int) n) said join talk on talk.n = said.place`,
    [size.messages, size.inLongest ?? 0, size.conversations, openings, subjects, seasonal, endings],
  );
  await client.query(
    `insert into message_text select organization_id, message_id, conversation_id, created_at, message_words(text) from message
     where organization_id = $1 order by created_at`,
    [organizationId],
  );
  // The list's text of the last message; a single one, since sorting that many would take minutes.
  if (size.messages <= 1_000_000) {
    await client.query(
      `update conversation set last_message_id = last.message_id
       from (select distinct on (conversation_id) conversation_id, message_id from message where organization_id = $1
         order by conversation_id, position desc) last
       where conversation.conversation_id = last.conversation_id`,
      [organizationId],
    );
  }
}
