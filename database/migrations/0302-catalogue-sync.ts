import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const tables = `
-- What a Facebook catalogue has of an organisation's products, as far as Meta has confirmed it.
create table product_listing (
  organization_id uuid not null references organization on delete cascade,
  catalogue_id text not null,
  retailer_id text not null,
  product_id uuid not null,
  -- The revision that was last tried.
  revision integer not null,
  -- Meta has some revision of it, which a failed change leaves as it was.
  is_there boolean not null,
  state text not null check (state in ('listed', 'failed')),
  reason text,
  detail text not null default '',
  updated_at timestamptz not null default now(),
  primary key (organization_id, catalogue_id, retailer_id),
  foreign key (organization_id, product_id) references product on delete cascade
);
create index product_listing_product on product_listing (organization_id, product_id);

-- One run brings one catalogue up to date.
create table product_sync (
  organization_id uuid not null references organization on delete cascade,
  sync_id uuid not null,
  catalogue_id text not null,
  -- Whose token is used.
  channel_id uuid not null,
  created_by uuid not null,
  actor jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  tries integer not null default 0,
  problem text not null default '',
  detail text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, sync_id)
);
create unique index product_sync_running on product_sync (organization_id, catalogue_id) where state = 'running';
create index product_sync_newest on product_sync (organization_id, catalogue_id, created_at desc);

create table product_sync_item (
  organization_id uuid not null,
  sync_id uuid not null,
  retailer_id text not null,
  product_id uuid not null,
  name text not null,
  method text not null check (method in ('put', 'remove')),
  revision integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'failed', 'skipped')),
  -- By which Meta tells how far it is.
  handle text,
  sent_at timestamptz,
  reason text,
  detail text not null default '',
  primary key (organization_id, sync_id, retailer_id),
  foreign key (organization_id, sync_id) references product_sync on delete cascade,
  foreign key (organization_id, product_id) references product on delete cascade,
  check ((state = 'sent') <= (handle is not null))
);
create index product_sync_item_product on product_sync_item (organization_id, product_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of ["product_listing", "product_sync", "product_sync_item"]) await protectTenantTable(db, table);
}
