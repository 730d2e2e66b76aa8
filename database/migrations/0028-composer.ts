import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const tables = `
-- A message that its writer took back before it went out stays as a line; its words do not.
alter table message drop constraint message_state_check;
alter table message add constraint message_state_check
  check (state in ('received','queued','sending','unsure','accepted','sent','delivered','read','failed','cancelled')) not valid;

-- What is going to be said to a contact at a moment, by a person. Kept with the contact, not with the conversation: when
-- leads are merged or parted it still reaches the one whom it was written to.
create table scheduled_message (
  organization_id uuid not null,
  scheduled_id uuid not null,
  contact_id uuid not null,
  kind text not null,
  text text not null default '',
  file_id uuid,
  quoted_id uuid,
  send_at timestamptz not null,
  -- waiting; sent (it is a message now); refused (failure says why); deleted.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'deleted')),
  failure text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, scheduled_id),
  foreign key (organization_id, contact_id) references channel_contact on delete cascade,
  foreign key (organization_id, created_by) references account on delete cascade
);
create index scheduled_message_of_contact on scheduled_message (organization_id, contact_id, send_at) where state = 'waiting';
create index scheduled_message_due on scheduled_message (send_at) where state = 'waiting';

create table reply_group (
  organization_id uuid not null references organization on delete cascade,
  group_id uuid not null,
  name text not null,
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, group_id)
);
create unique index reply_group_name on reply_group (organization_id, lower(name));

create table reply_message (
  organization_id uuid not null,
  reply_id uuid not null,
  group_id uuid not null,
  content text not null,
  -- A picture above the words, and a document that goes with them.
  image_id uuid,
  file_id uuid,
  sort integer not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, reply_id),
  foreign key (organization_id, group_id) references reply_group,
  foreign key (organization_id, image_id) references stored_file on delete set null (image_id),
  foreign key (organization_id, file_id) references stored_file on delete set null (file_id)
);
create index reply_message_of_group on reply_message (organization_id, group_id, sort);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of ["scheduled_message", "reply_group", "reply_message"]) await protectTenantTable(db, table);
  await openToSystem(db, "scheduled_message", "read");
}
