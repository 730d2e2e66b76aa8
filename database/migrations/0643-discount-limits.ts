import { type Kysely, sql } from "kysely";

const limits = `
-- The largest discount that people of this role may give, in basis points of the price. Null: no limit.
alter table role add column discount_limit integer check (discount_limit between 0 and 10000);

-- A discount that is given later is shared among the lines again, as long as no money is here.
drop policy never_changed on order_line;
create policy changed_while_unpaid on order_line as restrictive for update using (exists (
  select from sale_order sold
  where sold.organization_id = order_line.organization_id and sold.order_id = order_line.order_id
    and sold.status = 'pending' and sold.paid_minor = sold.refunded_minor));
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(limits).execute(db);
}
