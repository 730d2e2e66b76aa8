import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** Records which leads each hand-over moved and who received them. An undo reads these rows; they are removed after 31 days. */
const undo = `
alter table hand_over drop constraint hand_over_state_check;
alter table hand_over add constraint hand_over_state_check
  check (state in ('running', 'done', 'failed', 'undoing', 'undone'));
alter table hand_over add column undone integer not null default 0;
-- Leads that an undo left as they were.
alter table hand_over add column kept integer not null default 0;
drop index hand_over_running;
create unique index hand_over_running on hand_over (organization_id, account_id) where state in ('running', 'undoing');
create index hand_over_newest on hand_over (organization_id, account_id, created_at desc);

create table hand_over_lead (
  organization_id uuid not null,
  hand_over_id uuid not null,
  -- Which part of the plan moved it.
  step integer not null,
  lead_id uuid not null,
  -- Null: nobody.
  receiver_id uuid,
  -- Set by an undo: whether the lead went back.
  returned boolean,
  created_at timestamptz not null default now(),
  primary key (organization_id, hand_over_id, step, lead_id),
  foreign key (organization_id, hand_over_id) references hand_over on delete cascade
);
create index hand_over_lead_age on hand_over_lead (created_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(undo).execute(db);
  await protectTenantTable(db, "hand_over_lead");
  await openToSystem(db, "hand_over_lead", "write");
}
