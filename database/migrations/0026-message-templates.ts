import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const tables = `
-- A text that WhatsApp has to approve before it is sent. It belongs to a business account, of which numbers of several
-- branches may be.
create table message_template (
  organization_id uuid not null references organization on delete cascade,
  template_id uuid not null,
  business_account_id text not null,
  name text not null,
  language text not null,
  category text not null check (category in ('utility', 'marketing')),
  usage text not null default 'both' check (usage in ('both', 'chat', 'broadcast')),
  -- What is written now, and what was last approved: that one is sent while the other is being reviewed.
  content jsonb not null,
  approved_content jsonb,
  open_status smallint not null default 1 check (open_status in (0, 1)),
  review_status text not null default 'draft' check (review_status in ('draft', 'pending', 'approved', 'rejected')),
  reject_reason text,
  reject_detail text not null default '',
  -- Stopped by WhatsApp although it was approved.
  stopped text check (stopped in ('paused', 'disabled')),
  provider_id text,
  submitted_at timestamptz,
  -- When WhatsApp had it. Under review without this: it is being handed over, or whoever did that died.
  handed_over_at timestamptz,
  checked_at timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (organization_id, template_id)
);
create unique index message_template_name on message_template (organization_id, business_account_id, name, language)
  where deleted_at is null;
create index message_template_newest on message_template (organization_id, created_at desc, template_id desc)
  where deleted_at is null;
create index message_template_under_review on message_template (submitted_at) where review_status = 'pending';

-- Whether somebody was sent a marketing template within a day.
create index message_with_template on message (organization_id, contact_id, sent_at desc) where kind = 'template';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await protectTenantTable(db, "message_template");
  await openToSystem(db, "message_template", "read");
}
