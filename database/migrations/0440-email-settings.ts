import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const settings = `
-- The mail server that a branch sends through. Its password is sealed; the rest may be shown.
create table email_setting (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  provider text not null check (provider in ('gmail', 'microsoft365', 'ses', 'sendgrid', 'mailgun', 'brevo', 'other')),
  server text not null,
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  username text not null,
  secrets bytea not null,
  sender text not null,
  sender_name text not null,
  -- When the server last took a test message.
  verified_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  primary key (organization_id, branch_id),
  foreign key (organization_id, branch_id) references branch
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(settings).execute(db);
  await protectTenantTable(db, "email_setting");
}
