import type { OrderFilters } from "@homeroom/contract/orders";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import { hasWord, mayHold, wordsOf } from "#platform/db/word-search";

type Condition = RawBuilder<SqlBool>;

/** The order has kept money that was neither returned nor accepted. */
export const keptMoney = sql<SqlBool>`exists (
  select from payment where payment.organization_id = sale_order.organization_id
    and payment.order_id = sale_order.order_id and payment.kept_reason is not null
    and not exists (select from payment_acceptance accepted where accepted.organization_id = payment.organization_id
      and accepted.payment_id = payment.payment_id)
    and payment.amount_minor > coalesce((
      select sum(refund.amount_minor) from refund
      where refund.organization_id = payment.organization_id and refund.payment_id = payment.payment_id), 0))`;

/** The orders of a scope's organisation with a pending platform refund. There are few, so they are found first. */
const refundedByPlatforms = ({ organizationId }: Scope) => sql`array(
  select order_id from platform_refund where organization_id = ${organizationId} and state = 'asked')`;

/** The order has an overdue instalment, by the day at its branch. */
export const isOverdue = sql<SqlBool>`(sale_order.next_due_on is not null and sale_order.next_due_on
  < branch_day(sale_order.organization_id, sale_order.branch_id, now()))`;

/** The open amount of overdue instalments. */
export const overdueMinor = sql<number>`greatest(0, (select coalesce(sum(part.amount_minor), 0) from order_instalment part
  where part.organization_id = sale_order.organization_id and part.order_id = sale_order.order_id
    and part.due_on < branch_day(sale_order.organization_id, sale_order.branch_id, now()))
  - sale_order.paid_minor + sale_order.refunded_minor)`;

/** How words are searched: with their index, by scanning orders, or as the planner chooses. */
export type WordSearch = "indexed" | "scanned" | "expected";

/**
 * The condition for orders that a scope sees and filters select, over `organizationOrders`: list, sums and export share it.
 */
export function ordersMatching(scope: Scope, filters: OrderFilters, search: WordSearch = "indexed"): Condition {
  return allOf([visibleRows(seenBy(scope, filters), "sale_order"), ...filterParts(scope, filters, search)]);
}

/**
 * The same as mutually exclusive conditions, each with an index: a person's own orders are an
 * "or" of two columns, which would scan all orders.
 */
export function waysToMatch(scope: Scope, filters: OrderFilters): Condition[] {
  const seen = seenBy(scope, filters);
  if (seen.reach !== "own") return [ordersMatching(scope, filters)];
  const me = seen.accountId;
  const ways = [
    sql<SqlBool>`sale_order.sales_id = ${me}`,
    sql<SqlBool>`sale_order.tutor_id = ${me} and sale_order.sales_id is distinct from ${me}`,
    sql<SqlBool>`sale_order.sales_id is null and sale_order.tutor_id is null`,
  ];
  const around = [visibleRows({ ...seen, reach: "branch" }, "sale_order"), ...filterParts(scope, filters, "indexed")];
  return ways.map((way) => allOf([way, ...around]));
}

function seenBy(scope: Scope, { mine }: OrderFilters): Scope {
  return mine ? { ...scope, reach: "own" } : scope;
}

function allOf(parts: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function filterParts(scope: Scope, filters: OrderFilters, search: WordSearch): Condition[] {
  const { leadId, productID, branchID, hasKept, refundWaits, salesID } = filters;
  const parts: Condition[] = [
    ...anyOf(sql.ref("sale_order.status"), filters.status),
    ...anyOf(sql.ref("sale_order.confirm_status"), filters.confirmStatus),
    ...anyOf(sql`coalesce(sale_order.paid_method, sale_order.pay_method)`, filters.payMethod),
    ...wordParts(scope, wordsOf(filters.keywords), search),
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
  if (refundWaits !== undefined) {
    const among = sql<SqlBool>`sale_order.order_id = any(${refundedByPlatforms(scope)})`;
    parts.push(refundWaits ? among : sql<SqlBool>`not ${among}`);
  }
  return parts;
}

function anyOf(column: RawBuilder<unknown>, values: readonly string[] | undefined): Condition[] {
  if (!values?.length) return [];
  // A single value is compared with `=`: only then an index that begins with the column returns the rows in order.
  if (values.length === 1) return [sql<SqlBool>`${column} = ${values[0]}`];
  return [sql<SqlBool>`${column} = any(${sql.val([...values])}::text[])`];
}

/** Each word occurs in the number, the lead's name or a bought item's name. A full number is found by its own index. */
function wordParts(scope: Scope, words: readonly string[], search: WordSearch): Condition[] {
  const [numbers, others] = [words.filter(isNumber), words.filter((word) => !isNumber(word))];
  const text = sql`sale_order.search_text`;
  const found = numbers.map((number) => sql<SqlBool>`sale_order.order_number = ${number}`);
  if (search !== "scanned")
    found.push(...mayHold(scope, others, sql`search_keys(sale_order.organization_id, sale_order.search_text)`));
  if (search !== "expected") found.push(...others.map((word) => hasWord(word, text)));
  return found;
}

const isNumber = (word: string) => /^\d{16}$/.test(word);

/**
 * Days are those of the order's branch. The plain bounds allow the index, and avoid looking up the
 * branch of orders whose day is the same in every time zone (UTC-12 to UTC+14).
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
