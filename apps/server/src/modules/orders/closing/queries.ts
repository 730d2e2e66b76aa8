import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import { sql } from "kysely";
import { findRow } from "#platform/db/find-row";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { organizationOrders } from "../queries/orders.ts";

/** The amounts that one person or platform received and returned in one way and currency; in minor units. */
export interface MoneyLine {
  account_id: AccountId | null;
  method: string;
  currency: CurrencyCode;
  count: number;
  received: number;
  kept: number;
  refunded: number;
}

interface OfDay {
  branchId: BranchId;
  day: string;
}

/**
 * The money of a day at a branch, in the branch's time zone. `kept` is what is neither accepted nor returned. Orders
 * of the organisation itself are left out.
 */
export async function moneyOfDay(tx: Tx, scope: Scope, { branchId, day }: OfDay): Promise<MoneyLine[]> {
  const { organizationId } = scope;
  const seen = sql`${visibleRows(scope, "sale_order")} and sale_order.branch_id = ${branchId} and pay_type = 'product'`;
  const { rows } = await sql<MoneyLine>`
    select account_id, method, currency, count(*)::int as count, sum(received)::bigint as received, sum(kept)::bigint as kept,
      sum(refunded)::bigint as refunded
    from (
      select recorded_by as account_id, payment.currency, ${methodOf("payment")} as method, payment.amount_minor as received,
        case when kept_reason is null or accepted.payment_id is not null then 0
          else greatest(payment.amount_minor - coalesce((select sum(returned.amount_minor) from refund returned
            where returned.organization_id = payment.organization_id and returned.payment_id = payment.payment_id), 0), 0)
          end as kept, 0 as refunded
      from payment join ${organizationOrders} on sale_order.organization_id = payment.organization_id
        and sale_order.order_id = payment.order_id
      left join payment_acceptance accepted on accepted.organization_id = payment.organization_id
        and accepted.payment_id = payment.payment_id
      where payment.organization_id = ${organizationId} and ${seen} and ${onDay("payment.received_at", { branchId, day })}
      union all
      select refund.created_by, refund.currency, coalesce(refund.method, ${methodOf("of_payment")}, paid_method, pay_method), 0, 0, refund.amount_minor
      from refund join ${organizationOrders} on sale_order.organization_id = refund.organization_id
        and sale_order.order_id = refund.order_id
      left join payment of_payment on of_payment.organization_id = refund.organization_id
        and of_payment.payment_id = refund.payment_id
      where refund.organization_id = ${organizationId} and ${seen} and ${onDay("refund.created_at", { branchId, day })}
    ) money
    group by account_id, method, currency order by currency, account_id nulls last, method`.execute(tx);
  return rows;
}

function methodOf(payment: "payment" | "of_payment") {
  const [method, provider] = [sql.ref(`${payment}.method`), sql.ref(`${payment}.provider`)];
  return sql`coalesce(${method}, case ${provider} when 'transfer' then 'bankTransfer' when 'staff' then pay_method
    else ${provider} end)`;
}

/** Plain bounds let the index find them; the branch's own day decides. No zone is further from UTC. */
function onDay(column: string, { branchId, day }: OfDay) {
  const moment = sql.ref(column);
  return sql<boolean>`${moment} >= (${day}::timestamp - interval '14 hours') at time zone 'UTC'
    and ${moment} < (${day}::timestamp + interval '36 hours') at time zone 'UTC'
    and branch_day(sale_order.organization_id, ${branchId}::uuid, ${moment}) = ${day}::date`;
}

/** The closing of a day; undefined if it is not closed. */
export function closingOf(tx: Tx, scope: Scope, { branchId, day }: OfDay) {
  return findRow(tx, scope, "daily_closing", { branch_id: branchId, day });
}

/** A booked transfer. */
export interface BookedTransfer {
  order_number: string;
  lead_name: string;
  amount_minor: number;
  /** In the branch's time zone. */
  day: string;
  reference: string;
  payer: string;
}

const maxTransfers = 5000;

/** The transfers that staff booked at a branch between two days, in one currency. */
export async function bookedTransfers(
  tx: Tx,
  scope: Scope,
  { branchId, from, to, currency }: { branchId: BranchId; from: string; to: string; currency: CurrencyCode },
): Promise<BookedTransfer[]> {
  const { rows } = await sql<BookedTransfer>`
    select order_number, lead_name, payment.amount_minor, coalesce(proof.reference, '') as reference,
      coalesce(proof.payer, '') as payer,
      branch_day(sale_order.organization_id, sale_order.branch_id, payment.received_at)::text as day
    from payment join ${organizationOrders} on sale_order.organization_id = payment.organization_id
      and sale_order.order_id = payment.order_id
    left join transfer_proof proof on payment.provider = 'transfer' and proof.organization_id = payment.organization_id
      and proof.proof_id::text = payment.reference
    where payment.organization_id = ${scope.organizationId} and ${visibleRows(scope, "sale_order")}
      and sale_order.branch_id = ${branchId} and payment.currency = ${currency}
      and (payment.provider = 'transfer' or (payment.provider = 'staff' and coalesce(payment.method, pay_method) in ('bankTransfer', 'fps', 'other')))
      and payment.received_at >= (${from}::timestamp - interval '14 hours') at time zone 'UTC'
      and payment.received_at < (${to}::timestamp + interval '36 hours') at time zone 'UTC'
    order by payment.received_at, payment.payment_id limit ${maxTransfers}`.execute(tx);
  return rows.filter(({ day }) => day >= from && day <= to);
}
