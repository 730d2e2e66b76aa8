import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const changes = `
-- When the app of a lead was last heard of.
alter table lead add column app_seen_at timestamptz;

alter table lead_note
  -- What kind of regular contact the next one is.
  add column regular_contact_id uuid,
  add column edited_at timestamptz,
  -- Its writer took it back.
  add column deleted_at timestamptz;

-- A person is to be reminded of a lead at a moment.
create table lead_reminder (
  organization_id uuid not null references organization on delete cascade,
  reminder_id uuid not null,
  lead_id uuid not null,
  -- The note that it was written with.
  note_id uuid,
  account_id uuid not null,
  remind_at timestamptz not null,
  -- Grows when it is moved: the notification of each version comes once.
  version integer not null default 1,
  sent_at timestamptz,
  done_at timestamptz,
  done_by uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, reminder_id),
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create index lead_reminder_due on lead_reminder (remind_at) where sent_at is null and done_at is null;
create index lead_reminder_of_lead on lead_reminder (organization_id, lead_id) where done_at is null;
create index lead_reminder_of_note on lead_reminder (organization_id, note_id);

-- The mornings on which a branch's people were told whom to contact.
create table contact_morning (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  day date not null,
  told_at timestamptz not null default now(),
  primary key (organization_id, branch_id, day),
  foreign key (organization_id, branch_id) references branch on delete cascade
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db);
  for (const table of ["lead_reminder", "contact_morning"]) {
    await protectTenantTable(db, table);
    await openToSystem(db, table, "read");
  }
}
