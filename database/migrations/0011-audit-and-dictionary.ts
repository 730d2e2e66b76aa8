import { type Kysely, sql } from "kysely";

const audit = `
-- From the arrival of the request to the entry.
alter table audit_entry add column elapsed_ms integer not null default 0;
create index audit_entry_subject on audit_entry (organization_id, subject_id, created_at desc);
`;

/** Choices that are one for all organisations, like the menu: no tenant's rows. */
const dictionary = `
create table dict_type (
  dict_id uuid primary key,
  code text not null,
  name text not null,
  -- The name in each language.
  titles jsonb,
  status smallint not null default 1 check (status in (0, 1)),
  remark text not null default '',
  -- Mark of the product's own dictionary as it was last imported; null for one that platform staff added.
  definition text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dict_type_code on dict_type (lower(code));

create table dict_item (
  dict_id uuid not null references dict_type on delete cascade,
  item_id uuid not null,
  value text not null,
  name text not null,
  titles jsonb,
  sort integer not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  primary key (dict_id, item_id)
);
create unique index dict_item_value on dict_item (dict_id, value);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(audit).execute(db);
  await sql.raw(dictionary).execute(db);
}
