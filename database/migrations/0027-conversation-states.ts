import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const states = `
-- A conversation is closed, put off until a moment, or neither: open. The customer writing opens it again.
alter table conversation
  add column closed_at timestamptz,
  add column closed_by uuid,
  add column snoozed_until timestamptz,
  add column snoozed_by uuid,
  add constraint conversation_one_state check (closed_at is null or snoozed_until is null);

-- What staff, the clock or the customer did with a conversation as a whole: shown between its messages, said to nobody.
create table conversation_event (
  organization_id uuid not null,
  event_id uuid not null,
  conversation_id uuid not null,
  kind text not null check (kind in ('closed', 'snoozed', 'reopened')),
  -- Null: no person did it.
  actor_id uuid,
  -- closed: {result}; snoozed: {until}; reopened: {cause}.
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, event_id),
  foreign key (organization_id, conversation_id) references conversation on delete cascade
);
create index conversation_event_latest on conversation_event (organization_id, conversation_id, created_at desc);
create index conversation_event_actor on conversation_event (organization_id, actor_id) where actor_id is not null;
`;

/** One for each filter of the list that keeps few of many: the others read the list in its order. */
const indexes = `
create index conversation_closed on conversation (organization_id, last_message_at desc, conversation_id desc)
  where closed_at is not null;
create index conversation_snoozed on conversation (organization_id, last_message_at desc, conversation_id desc)
  where snoozed_until is not null;
create index conversation_open on conversation (organization_id, last_message_at desc, conversation_id desc)
  where closed_at is null and snoozed_until is null;
create index conversation_no_reply on conversation (organization_id, last_message_at desc, conversation_id desc)
  where last_direction = 'in';
create index conversation_customer_unread on conversation (organization_id, last_message_at desc, conversation_id desc)
  where customer_unread;
create index conversation_last_inbound on conversation (organization_id, last_inbound_at);
create index conversation_latest_of_tutor on conversation (organization_id, tutor_id, last_message_at desc, conversation_id desc);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(states).execute(db);
  await protectTenantTable(db, "conversation_event");
  await sql.raw(indexes).execute(db);
}
