import type { OrderFilters } from "@homeroom/contract/orders";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";

type Condition = RawBuilder<SqlBool>;

/** Money of an order that was kept and neither given back nor accepted. */
export const keptMoney = sql<SqlBool>`exists (
  select from payment where payment.organization_id = sale_order.organization_id
    and payment.order_id = sale_order.order_id and payment.kept_reason is not null
    and not exists (select from payment_acceptance accepted where accepted.organization_id = payment.organization_id
      and accepted.payment_id = payment.payment_id)
    and payment.amount_minor > coalesce((
      select sum(refund.amount_minor) from refund
      where refund.organization_id = payment.organization_id and refund.payment_id = payment.payment_id), 0))`;

/** A part of the order is due on a day that is over at its branch. */
export const isOverdue = sql<SqlBool>`(sale_order.next_due_on is not null and sale_order.next_due_on
  < branch_day(sale_order.organization_id, sale_order.branch_id, now()))`;

/** What is missing of the parts whose day is over. */
export const overdueMinor = sql<number>`greatest(0, (select coalesce(sum(part.amount_minor), 0) from order_instalment part
  where part.organization_id = sale_order.organization_id and part.order_id = sale_order.order_id
    and part.due_on < branch_day(sale_order.organization_id, sale_order.branch_id, now()))
  - sale_order.paid_minor + sale_order.refunded_minor)`;

/** The orders that a scope sees and filters keep, as one condition over `ordersWithLeads`: list, sums and export share it. */
export function ordersMatching(scope: Scope, filters: OrderFilters): Condition {
  const { leadId, productID, branchID, hasKept, salesID, mine } = filters;
  const parts: Condition[] = [
    visibleRows(mine ? { ...scope, reach: "own" } : scope, "sale_order"),
    ...anyOf("status", filters.status),
    ...anyOf("confirm_status", filters.confirmStatus),
    ...anyOf("pay_method", filters.payMethod),
    ...wordParts(filters.keywords),
    ...dayParts("created_at", filters.startTime, filters.endTime),
    ...dayParts("paid_at", filters.payStart, filters.payEnd),
  ];
  if (filters.isOverdue !== undefined) parts.push(filters.isOverdue ? isOverdue : sql<SqlBool>`not ${isOverdue}`);
  if (leadId) parts.push(sql<SqlBool>`sale_order.lead_id = ${leadId}`);
  if (productID)
    parts.push(sql<SqlBool>`exists (select from order_line where order_line.organization_id = sale_order.organization_id
      and order_line.order_id = sale_order.order_id and order_line.product_id = ${productID})`);
  if (salesID) parts.push(sql<SqlBool>`sale_order.sales_id = ${salesID}`);
  if (branchID) parts.push(sql<SqlBool>`sale_order.branch_id = ${branchID}`);
  if (hasKept !== undefined) parts.push(hasKept ? keptMoney : sql<SqlBool>`not ${keptMoney}`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function anyOf(column: string, values: readonly string[] | undefined): Condition[] {
  if (!values?.length) return [];
  return [sql<SqlBool>`${sql.ref(`sale_order.${column}`)} = any(${sql.val([...values])}::text[])`];
}

/** Each word occurs in the number, the lead's name or the name of a bought item. */
function wordParts(keywords = ""): Condition[] {
  const words = keywords.split(/\s+/).filter((word) => word !== "");
  return words.map((word) => {
    // A whole number is found by its index.
    if (/^\d{16}$/.test(word)) return sql<SqlBool>`sale_order.order_number = ${word}`;
    const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    // Orders of before are filled in the background.
    return sql<SqlBool>`(sale_order.order_number like ${pattern} or sale_order.lead_name ilike ${pattern}
      or sale_order.line_names ilike ${pattern} or (sale_order.line_names is null and exists (
        select from order_line where order_line.organization_id = sale_order.organization_id
          and order_line.order_id = sale_order.order_id and order_line.name ilike ${pattern})))`;
  });
}

/**
 * Days are those of the order's branch. The plain bounds let the index find them, and spare orders a look at their
 * branch whose day no time zone changes (UTC-12 to UTC+14).
 */
function dayParts(column: string, start: string | undefined, end: string | undefined): Condition[] {
  const moment = sql.ref(`sale_order.${column}`);
  const day = sql`branch_day(sale_order.organization_id, sale_order.branch_id, ${moment})`;
  const utc = (date: string, hours: number) =>
    sql`((${date}::timestamp + ${sql.lit(hours)} * interval '1 hour') at time zone 'UTC')`;
  const parts: Condition[] = [];
  if (start)
    parts.push(
      sql<SqlBool>`${moment} >= ${utc(start, -14)}`,
      sql<SqlBool>`(${moment} >= ${utc(start, 12)} or ${day} >= ${start}::date)`,
    );
  if (end)
    parts.push(
      sql<SqlBool>`${moment} < ${utc(end, 36)}`,
      sql<SqlBool>`(${moment} < ${utc(end, 10)} or ${day} <= ${end}::date)`,
    );
  return parts;
}
