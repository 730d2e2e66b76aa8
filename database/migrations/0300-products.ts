import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const products = `
-- What an organisation sells. Prices are in minor units of their currency.
create table product (
  organization_id uuid not null references organization on delete cascade,
  product_id uuid not null,
  -- The name by which shops and catalogues know it.
  retailer_id text not null,
  name text not null,
  -- What customers read; empty: the name.
  sales_name text not null default '',
  type_id uuid not null,
  price_minor bigint not null check (price_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  kind text not null check (kind in ('online', 'validity', 'expiry')),
  valid_days integer check (valid_days > 0),
  expiry_date date,
  -- The first one is shown in lists.
  image_file_ids uuid[] not null check (cardinality(image_file_ids) between 1 and 10),
  description text not null default '',
  product_url text not null default '',
  status text not null default 'active' check (status in ('active', 'inactive')),
  sort integer not null,
  -- Counts what a catalogue outside shows of it; version counts every save.
  revision integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, product_id),
  foreign key (organization_id, type_id) references list_item,
  check ((kind = 'validity') = (valid_days is not null)),
  check ((kind = 'expiry') = (expiry_date is not null))
);
create unique index product_identity on product (product_id);
create unique index product_retailer_id on product (organization_id, retailer_id) where deleted_at is null;
create index product_in_order on product (organization_id, sort, product_id) where deleted_at is null;
create index product_type on product (organization_id, type_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(products).execute(db);
  await protectTenantTable(db, "product");
}
