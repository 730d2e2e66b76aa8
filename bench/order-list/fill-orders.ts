import type { OrganizationId } from "@homeroom/contract/ids";
import type pg from "pg";

/** Orders of three years for the leads of an organisation: one in ten is open, one in a hundred has kept money. */
export async function fillOrders(owner: pg.Pool, organizationId: OrganizationId, orders: number): Promise<void> {
  const fill = (statement: string, ...more: number[]) => owner.query(statement, [organizationId, ...more]);
  await fill(
    `insert into sale_order (organization_id, order_id, order_number, branch_id, lead_id, buyer_name, currency, discount_kind,
       gross_minor, discount_minor, tax_minor, total_minor, paid_minor, refunded_minor, pay_method, status, confirm_status,
       created_at, paid_at)
     select organization_id, uuidv7(), '20260101' || lpad(n::text, 8, '0'), branch_id, lead_id, nickname,
       case when n % 20 = 0 then 'TWD' else 'HKD' end, 'none', price, 0, 0, price,
       case when n % 10 = 0 then 0 else price end, case when n % 10 = 1 then price else 0 end,
       (array['cash', 'card', 'bankTransfer'])[1 + n % 3],
       case when n % 10 = 0 then 'pending' when n % 10 = 1 then 'refunded' else 'paid' end, 'unconfirmed', at,
       case when n % 10 <> 0 then at end
     from (select lead.*, row_number() over () as n, (100 + round * 100) * 1000 as price,
         now() - random() * interval '1095 days' as at
       from lead, generate_series(1, 4) round where organization_id = $1 limit $2) sold`,
    orders,
  );
  await fill(
    `insert into order_line (organization_id, order_id, position, name, price_minor, quantity)
     select organization_id, order_id, 1, (array['鋼琴初班', '小提琴班', '樂理', '暑期密集班'])[1 + total_minor / 100000 % 4],
       total_minor, 1 from sale_order where organization_id = $1`,
  );
  await fill(
    `update sale_order set line_names = line.name from order_line line where sale_order.organization_id = $1
       and line.organization_id = sale_order.organization_id and line.order_id = sale_order.order_id`,
  );
  await fill(
    `insert into payment (organization_id, payment_id, order_id, provider, reference, amount_minor, currency, kept_reason, received_at)
     select organization_id, uuidv7(), order_id, 'staff', order_id::text, total_minor, currency,
       case when order_number like '%00' then 'closed' end, created_at
     from sale_order where organization_id = $1 and paid_minor > 0`,
  );
}
