import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const platforms = `
-- How an organisation is paid by one platform. Secrets are sealed; the fields beside them may be shown.
create table payment_platform (
  organization_id uuid not null references organization on delete cascade,
  platform_id uuid not null,
  provider text not null check (provider in ('paypal', 'shopline', 'ecpay', 'bankTransfer', 'fps')),
  status smallint not null default 0 check (status in (0, 1)),
  fields jsonb not null,
  secrets bytea not null,
  -- When the platform last accepted these.
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  primary key (organization_id, platform_id),
  unique (organization_id, provider)
);
-- One shop at a time.
create unique index payment_platform_shop on payment_platform (organization_id)
  where status = 1 and provider in ('shopline', 'ecpay');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(platforms).execute(db);
  await protectTenantTable(db, "payment_platform");
}
