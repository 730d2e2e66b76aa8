import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const instalments = `
-- The days on which the parts of an order are due. Their amounts add up to its total.
create table order_instalment (
  organization_id uuid not null,
  order_id uuid not null,
  position integer not null check (position > 0),
  due_on date not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- Staff were reminded that it is due, and that it is late.
  reminded_at timestamptz,
  overdue_told_at timestamptz,
  primary key (organization_id, order_id, position),
  foreign key (organization_id, order_id) references sale_order on delete cascade
);

-- The day on which the first part is due that the money here does not cover; null: none, or no plan.
alter table sale_order add column next_due_on date,
  add column instalment_count integer not null default 0;

-- A receipt for a part of the order's total.
alter table receipt add column is_part boolean not null default false;

-- What is searched of an order's lines, beside it: looking through the lines of each order takes too long.
alter table sale_order add column line_names text;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(instalments).execute(db);
  await protectTenantTable(db, "order_instalment");
}
