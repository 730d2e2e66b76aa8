import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { containing } from "#platform/db/containing";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { type Order, organizationOrders } from "../../queries/orders.ts";
import { amountInCurrencies, orderNumbersIn } from "../rules.ts";

/** The values that were read from a transfer. */
export interface TransferFacts {
  orderId: RecordId | null;
  leadId: LeadId | null;
  amount: number | undefined;
  payer: string;
  reference: string;
}

export type MatchingOrder = Order & {
  is_shown_for: boolean;
  is_same_lead: boolean;
  is_same_amount: boolean;
  is_same_name: boolean;
  /** The open amount of the next due instalment, or of the whole order. */
  due_minor: number;
};

const most = 10;

/**
 * The orders that a transfer may pay, likeliest first: the one it was shown for or that its reference names, then those of
 * the lead, with the same amount open or due next, or with a name like the payer's. Unpaid orders, and those closed within
 * two weeks.
 */
export async function matchingOrders(tx: Tx, scope: Scope, facts: TransferFacts): Promise<MatchingOrder[]> {
  const { orderId, leadId, amount, payer, reference } = facts;
  const amounts = amountInCurrencies(amount);
  const name = payer === "" ? null : containing(payer);
  const { rows } = await sql<MatchingOrder>`
    select * from (
      select sale_order.*, due_minor,
        (sale_order.order_id = ${orderId}::uuid or order_number = any(${sql.val(orderNumbersIn(reference))}::text[]))
          is true as is_shown_for,
        (sale_order.lead_id = ${leadId}::uuid) is true as is_same_lead,
        exists (select from unnest(${sql.val(amounts.map(({ currency }) => currency))}::text[],
          ${sql.val(amounts.map(({ minor }) => minor))}::bigint[]) as given(currency, minor)
          where given.currency = sale_order.currency and given.minor in (open_minor, due_minor)) as is_same_amount,
        (${name}::text is not null and (lead_name ilike ${name} or buyer_name ilike ${name})) as is_same_name
      from ${organizationOrders}
      cross join lateral (select paid_minor - refunded_minor as here_minor, total_minor - paid_minor + refunded_minor
        as open_minor) as sums
      cross join lateral (select case when instalment_count = 0 then open_minor else coalesce((
        select least(up_to - here_minor, amount_minor)::bigint from (
          select amount_minor, sum(amount_minor) over (order by position) as up_to from order_instalment
          where organization_id = sale_order.organization_id and order_id = sale_order.order_id) as part
        where up_to > here_minor order by up_to limit 1), open_minor) end as due_minor) as next
      where ${visibleRows(scope, "sale_order")} and pay_type = 'product'
        and (status = 'pending' or (status = 'closed' and sale_order.created_at > now() - interval '14 days')
          or sale_order.order_id = ${orderId}::uuid)) found
    where is_shown_for or is_same_lead or is_same_amount or is_same_name
    order by is_shown_for desc, (is_same_lead::int + is_same_amount::int * 2 + is_same_name::int) desc,
      status = 'pending' desc, created_at desc, order_id
    limit ${most}`.execute(tx);
  return rows;
}
