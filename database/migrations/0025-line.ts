import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const line = `
-- Answering within a minute of an event is free at LINE: the token of the latest event, taken off by who uses it.
alter table channel_contact add column reply_token text;
alter table channel_contact add column reply_token_at timestamptz;
-- When they last became our friend or blocked us: events come in any order.
alter table channel_contact add column relation_changed_at timestamptz;
-- The picture that their profile had when it was last asked for.
alter table channel_contact add column profile_asked_at timestamptz;
-- The welcome message goes out once, whoever sends it.
alter table channel_contact add column welcomed_at timestamptz;

-- A LINE account's monthly quota as LINE last said it; null: not limited, or not known yet.
alter table channel add column quota_limit integer;
alter table channel add column quota_used integer;
alter table channel add column quota_at timestamptz;
create unique index channel_line_of_branch on channel (organization_id, branch_id) where kind = 'line';

-- What a branch says to somebody who adds its account as a friend.
create table welcome_message (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  -- [{kind: text, text} | {kind: image, fileID}], in their order.
  segments jsonb not null default '[]',
  -- [{label, kind: message | link, value}], below the last segment.
  buttons jsonb not null default '[]',
  mode text not null default 'automatic' check (mode in ('automatic', 'manual')),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (organization_id, branch_id),
  foreign key (organization_id, branch_id) references branch
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(line).execute(db);
  await protectTenantTable(db, "welcome_message");
}
