import type { CurrencyCode } from "@homeroom/contract/money";
import type { OrderFilters } from "@homeroom/contract/orders";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import { AppError } from "#platform/errors/app-error";
import { cutPage, readCursor } from "#platform/paging/cursor";
import { estimated, exactTotal, expectationOf, type Total, totalOfRows } from "#platform/paging/total";
import { isOverdue, ordersMatching, overdueMinor, waysToMatch } from "./order-conditions.ts";
import { type Order, organizationOrders } from "./orders.ts";

/**
 * The sort columns of orders: column, type, and the format of values in a cursor. The position of nulls is specified
 * only for nullable columns: an index is used only if query and index agree on it.
 */
const sorts = {
  createTime: { column: "created_at", type: "timestamptz", kind: "moment", nulls: "" },
  payDate: { column: "paid_at", type: "timestamptz", kind: "moment", nulls: "nulls last" },
  total: { column: "total_minor", type: "bigint", kind: "text", nulls: "" },
} as const;

export interface OrderPaging {
  sortBy: keyof typeof sorts;
  sortOrder: "asc" | "desc";
  pageSize: number;
  pageNum: number;
  cursor?: string | undefined;
}

/** Sums of orders in one currency, in minor units. */
export interface OrderSums {
  currency: CurrencyCode;
  count: number;
  total: number;
  paid: number;
  refunded: number;
  open: number;
  overdue: number;
  dropped: number;
}

export interface OrderPage extends Total {
  orders: Order[];
  nextCursor: string | null;
}

type OrderRequest = OrderFilters & OrderPaging;

/** One page of the orders that a scope sees and filters select, and how many there are. */
export async function listOrders(tx: Tx, scope: Scope, request: OrderRequest): Promise<OrderPage> {
  if (wordsOf(request.keywords).length > 0) return searchOrders(tx, scope, request);
  const page = await pageOf(tx, request, sql`${organizationOrders} where ${ordersMatching(scope, request)}`);
  const counted = waysToMatch(scope, request).map((way) => sql`select from ${organizationOrders} where ${way}`);
  return { ...page, ...(await totalOfRows(tx, sql`(${sql.join(counted, sql` union all `)}) as sale_order`)) };
}

/** Maximum cost of finding all orders with the words before showing a list, in the planner's pages. */
const worthFindingAll = 6000;

/** How many of the first orders are scanned for common words. */
const lookedThrough = 20_000;

/**
 * A page of the orders with the words, as for leads: rare words are all found by the index, common ones are found soon among
 * the first of the order, and the planner knows roughly how many there are.
 */
async function searchOrders(tx: Tx, scope: Scope, request: OrderRequest): Promise<OrderPage> {
  const expected = await expectationOf(
    tx,
    sql`${organizationOrders} where ${ordersMatching(scope, request, "expected")}`,
  );
  const scanned = ordersMatching(scope, request, "scanned");
  if (expected.rows > 2 * exactTotal || expected.cost > worthFindingAll) {
    const { keywords: _, ...rest } = request;
    const first = sql`(select * from ${organizationOrders} where ${ordersMatching(scope, rest)} and ${afterCursor(request)}
      order by ${orderOf(request)} limit ${lookedThrough}) as sale_order`;
    const met = await pageOf(tx, request, sql`${first} where ${scanned}`);
    if (met.nextCursor) return { ...met, total: expected.rows, totalIsEstimate: true };
  }
  const column = sql.ref(`sale_order.${sorts[request.sortBy].column}`);
  const { rows } = await sql<Partial<PageRow> & { all_found: number }>`
    with found as materialized (
      select sale_order.order_id, ${column} from ${organizationOrders} where ${ordersMatching(scope, request)}
      limit ${exactTotal + 1}),
    page as (select * from found as sale_order where ${afterCursor(request)} ${cutOf(request)})
    select counted.all_found, sale_order.*, ${column}::text as sort_text
    from (select count(*)::int as all_found from found) as counted
    left join ${organizationOrders} on sale_order.organization_id = ${scope.organizationId}
      and sale_order.order_id = any(array(select order_id from page))
    order by ${orderOf(request)}`.execute(tx);
  const total = rows[0]?.all_found ?? 0;
  const orders = rows.filter((row): row is PageRow & { all_found: number } => row.order_id !== null);
  if (total <= exactTotal) return { ...asPage(request, orders), total, totalIsEstimate: false };
  return { ...(await pageOf(tx, request, sql`${organizationOrders} where ${scanned}`)), ...estimated(expected.rows) };
}

type PageRow = Order & { sort_text: string | null };

/** The page of a source, which ends with conditions. */
async function pageOf(tx: Tx, request: OrderPaging, source: RawBuilder<unknown>) {
  const column = sql.ref(`sale_order.${sorts[request.sortBy].column}`);
  const { rows } = await sql<PageRow>`select sale_order.*, ${column}::text as sort_text from ${source}
    and ${afterCursor(request)} ${cutOf(request)}`.execute(tx);
  return asPage(request, rows);
}

/** The ORDER BY and LIMIT of a page, with one row more. */
function cutOf({ pageSize, pageNum, cursor, ...order }: OrderPaging): RawBuilder<unknown> {
  return sql`order by ${orderOf(order)} limit ${pageSize + 1} offset ${cursor ? 0 : (pageNum - 1) * pageSize}`;
}

function asPage({ pageSize }: OrderPaging, rows: readonly PageRow[]): Pick<OrderPage, "orders" | "nextCursor"> {
  const { rows: orders, nextCursor } = cutPage(rows, pageSize, (last) => ({
    value: last.sort_text,
    id: last.order_id,
  }));
  return { orders, nextCursor };
}

function orderOf({ sortBy, sortOrder }: Pick<OrderPaging, "sortBy" | "sortOrder">): RawBuilder<unknown> {
  const direction = sql.raw(sortOrder);
  const { column, nulls } = sorts[sortBy];
  return sql`${sql.ref(`sale_order.${column}`)} ${direction} ${sql.raw(nulls)}, sale_order.order_id ${direction}`;
}

/** The newest orders that a scope sees whose number begins with the digits. */
export async function ordersNumbered(
  tx: Tx,
  scope: Scope,
  { digits, limit }: { digits: string; limit: number },
): Promise<Pick<Order, "order_number" | "lead_name">[]> {
  if (digits.length > numberLength) return [];
  const [first, last] = [digits.padEnd(numberLength, "0"), digits.padEnd(numberLength, "9")];
  const { rows } = await sql<Pick<Order, "order_number" | "lead_name">>`
    select order_number, lead_name from ${organizationOrders}
    where ${visibleRows(scope, "sale_order")} and order_number between ${first} and ${last}
    order by order_number desc limit ${limit}`.execute(tx);
  return rows;
}

const numberLength = 16;

/**
 * The sums of all orders that a scope sees and filters select, by currency. Late instalments are found by their own index:
 * otherwise they would be looked up for every order.
 */
export async function sumOrders(tx: Tx, scope: Scope, filters: OrderFilters): Promise<OrderSums[]> {
  const matching = sql`from ${organizationOrders} where ${ordersMatching(scope, filters)}`;
  const { rows } = await sql<OrderSums>`
    select summed.*, coalesce(late.overdue, 0)::bigint as overdue
    from (
      select currency, count(*)::int as count, sum(paid_minor)::bigint as paid, sum(refunded_minor)::bigint as refunded,
        coalesce(sum(total_minor) filter (where ${stands}), 0)::bigint as total,
        coalesce(sum(total_minor) filter (where not ${stands}), 0)::bigint as dropped,
        coalesce(sum(greatest(total_minor - paid_minor + refunded_minor, 0)) filter (where status = 'pending'), 0)::bigint as open
      ${matching} group by currency) as summed
    left join (
      select currency, sum(${overdueMinor}) as overdue ${matching} and ${isOverdue} group by currency) as late using (currency)
    order by summed.count desc, currency`.execute(tx);
  return rows;
}

/** Paid, or may still be paid. */
const stands = sql<SqlBool>`(status <> all(array['cancelled', 'closed']))`;

/** The next orders in order of creation, for reading all of them batch by batch. */
export async function ordersAfter(
  tx: Tx,
  matching: RawBuilder<SqlBool>,
  { after, limit }: { after: string | null; limit: number },
): Promise<Order[]> {
  const beyond = after ? sql`and sale_order.order_id > ${after}::uuid` : sql``;
  const { rows } = await sql<Order>`
    select sale_order.* from ${organizationOrders} where ${matching} ${beyond}
    order by sale_order.order_id limit ${limit}`.execute(tx);
  return rows;
}

function afterCursor({ cursor, sortBy, sortOrder }: OrderPaging): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`true`;
  const { column: name, type, kind } = sorts[sortBy];
  const column = sql.ref(`sale_order.${name}`);
  const { value, id } = readCursor(cursor, kind);
  const isNumber = sortBy !== "total" || /^\d{1,15}$/.test(value ?? "");
  if (!isNumber || (value === null && sortBy !== "payDate")) throw new AppError("DATA_FORMAT_ERROR");
  const sign = sql.raw(sortOrder === "desc" ? "<" : ">");
  if (value === null) return sql<SqlBool>`(${column} is null and sale_order.order_id ${sign} ${id}::uuid)`;
  const beyond = sql<SqlBool>`(${column}, sale_order.order_id) ${sign} (${value}::${sql.raw(type)}, ${id}::uuid)`;
  return sortBy === "payDate" ? sql<SqlBool>`(${beyond} or ${column} is null)` : beyond;
}
