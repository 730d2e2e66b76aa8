import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const tables = `
-- The last number that was given, by kind and year. Its row is locked to the end of the transaction that takes the next
-- one, so that no number is lost or given twice, as a sequence would lose those of transactions that fail.
create table receipt_series (
  organization_id uuid not null references organization on delete cascade,
  kind text not null check (kind in ('receipt', 'creditNote')),
  year integer not null,
  last_number integer not null check (last_number > 0),
  primary key (organization_id, kind, year)
);

-- What a customer was given: never changed, as everything on it was then.
create table receipt (
  organization_id uuid not null,
  receipt_id uuid not null,
  order_id uuid not null,
  -- Of a credit note: what was given back.
  refund_id uuid,
  kind text not null check (kind in ('receipt', 'creditNote')),
  year integer not null,
  number integer not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  content jsonb not null,
  issued_at timestamptz not null default now(),
  primary key (organization_id, receipt_id),
  unique (organization_id, kind, year, number),
  foreign key (organization_id, order_id) references sale_order on delete cascade,
  foreign key (organization_id, refund_id) references refund on delete cascade,
  check ((kind = 'creditNote') = (refund_id is not null))
);
create unique index receipt_of_order on receipt (organization_id, order_id) where kind = 'receipt';
create unique index receipt_of_refund on receipt (organization_id, refund_id) where refund_id is not null;
create index receipt_in_order on receipt (organization_id, order_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of ["receipt_series", "receipt"]) {
    await protectTenantTable(db, table);
    const name = sql.table(table);
    await sql`create policy only_with_all on ${name} as restrictive for delete using (exists (
      select from organization o where o.organization_id = ${name}.organization_id and o.deactivated_at is not null))`.execute(
      db,
    );
  }
  await sql`create policy never_changed on receipt as restrictive for update using (false)`.execute(db);
}
