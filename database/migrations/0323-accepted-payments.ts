import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const table = `
-- Money that was kept and counts towards its order after all: what was left of it then. A payment itself is never changed.
create table payment_acceptance (
  organization_id uuid not null,
  payment_id uuid not null,
  order_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  accepted_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, payment_id),
  foreign key (organization_id, payment_id) references payment on delete cascade,
  foreign key (organization_id, order_id) references sale_order on delete cascade
);
create index payment_acceptance_of_order on payment_acceptance (organization_id, order_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
  await protectTenantTable(db, "payment_acceptance");
  await sql`create policy only_with_all on payment_acceptance as restrictive for delete using (exists (
    select from organization o where o.organization_id = payment_acceptance.organization_id
      and o.deactivated_at is not null))`.execute(db);
  await sql`create policy never_changed on payment_acceptance as restrictive for update using (false)`.execute(db);
}
