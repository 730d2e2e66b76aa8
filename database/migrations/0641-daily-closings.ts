import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";
import { protectTenantTable } from "../row-security.ts";

export const indexes: readonly ConcurrentIndex[] = [
  { name: "payment_received", definition: "on payment (organization_id, received_at)" },
  { name: "refund_made", definition: "on refund (organization_id, created_at)" },
];

const closings = `
-- The figures of a day at a branch, as they were when somebody closed it.
create table daily_closing (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  day date not null,
  -- [{currency, received, kept, refunded, net, cash}] in main units, as calls carry them.
  sums jsonb not null,
  -- [{currency, amount}]: the cash in the till.
  counted jsonb not null,
  note text not null default '',
  closed_by uuid,
  closed_at timestamptz not null default now(),
  primary key (organization_id, branch_id, day),
  foreign key (organization_id, branch_id) references branch
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(closings).execute(db);
  await protectTenantTable(db, "daily_closing");
  await sql`create policy only_with_all on daily_closing as restrictive for delete using (exists (
    select from organization o where o.organization_id = daily_closing.organization_id
      and o.deactivated_at is not null))`.execute(db);
}
