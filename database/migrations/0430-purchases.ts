import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const purchases = `
-- What a paid order brought: one row for each of its lines.
create table purchase (
  organization_id uuid not null,
  purchase_id uuid not null,
  order_id uuid not null,
  position integer not null,
  -- The day of the payment, at the order's branch.
  bought_on date not null,
  -- The last day on which it can be used; null: no limit. As the product said on the day of the payment.
  valid_until date,
  -- All of the order's money went back.
  taken_back_at timestamptz,
  primary key (organization_id, purchase_id),
  unique (organization_id, order_id, position),
  foreign key (organization_id, order_id, position) references order_line on delete cascade
);
create index purchase_newest on purchase (organization_id, bought_on desc, purchase_id desc);
create index purchase_ending on purchase (organization_id, valid_until)
  where valid_until is not null and taken_back_at is null;

-- How long products last, as orders read it: a view that follows the reader's own rights.
create view order_product_term with (security_invoker = true) as
  select organization_id, product_id, kind, valid_days, expiry_date from product;

-- What leads read of purchases: those with an end that count.
create view lead_purchase with (security_invoker = true) as
  select purchase.organization_id, sale_order.lead_id, sale_order.branch_id, purchase.valid_until
  from purchase
  join sale_order on sale_order.organization_id = purchase.organization_id and sale_order.order_id = purchase.order_id
  where purchase.valid_until is not null and purchase.taken_back_at is null and sale_order.lead_id is not null;
`;

/** Orders that were paid before purchases were kept. */
const known = `
insert into purchase (organization_id, purchase_id, order_id, position, bought_on, valid_until, taken_back_at)
select line.organization_id, gen_random_uuid(), line.order_id, line.position, bought.on_day,
  case term.kind when 'validity' then bought.on_day + term.valid_days when 'expiry' then term.expiry_date end,
  case when sold.status = 'refunded' then sold.updated_at end
from sale_order sold
join order_line line on line.organization_id = sold.organization_id and line.order_id = sold.order_id
left join product term on term.organization_id = line.organization_id and term.product_id = line.product_id
cross join lateral (select branch_day(sold.organization_id, sold.branch_id, sold.paid_at) as on_day) bought
where sold.status in ('paid', 'refunded') and sold.paid_at is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(purchases).execute(db);
  await sql.raw(known).execute(db);
  await protectTenantTable(db, "purchase");
}
