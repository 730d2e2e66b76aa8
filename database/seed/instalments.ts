import { sql } from "kysely";
import type { SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";

/** Some open orders are paid in three parts: the first of some is late, the first of others is due next week. */
export async function writeInstalments(tx: SeedTx, { organizationId, now }: SeedOrganization & { now: number }) {
  const today = sql`(${new Date(now)}::timestamptz at time zone 'Asia/Taipei')::date`;
  await sql`
    with chosen as (
      select order_id, total_minor, row_number() over (order by created_at desc, order_id) as place from sale_order
      where organization_id = ${organizationId} and status = 'pending' and paid_minor = 0 and image_at is null
        and pay_method = 'cash' and total_minor >= 300000
      order by created_at desc, order_id limit 8),
    part as (
      select order_id, position,
        ${today} + (case when place % 2 = 0 then -10 else 7 end) + (position - 1) * 30 as due_on,
        case position when 1 then total_minor - 2 * (total_minor / 300 * 100) else total_minor / 300 * 100 end as amount_minor
      from chosen, generate_series(1, 3) position),
    written as (
      insert into order_instalment (organization_id, order_id, position, due_on, amount_minor)
      select ${organizationId}::uuid, order_id, position, due_on, amount_minor from part)
    update sale_order set instalment_count = 3, expires_at = null, next_due_on = part.due_on from part
    where sale_order.organization_id = ${organizationId} and sale_order.order_id = part.order_id and part.position = 1`.execute(
    tx,
  );
  await sql`
    update sale_order set line_names = (select coalesce(string_agg(line.name, ' ' order by line.position), '')
      from order_line line where line.organization_id = sale_order.organization_id and line.order_id = sale_order.order_id)
    where organization_id = ${organizationId} and line_names is null`.execute(tx);
}
