import type { CurrencyCode } from "@homeroom/contract/money";
import type { OrderFilters } from "@homeroom/contract/orders";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { readCursor, writeCursor } from "#platform/paging/cursor";
import { isOverdue, ordersMatching, overdueMinor } from "./order-conditions.ts";
import { type ListedOrder, ordersWithLeads } from "./orders.ts";

/**
 * What orders are sorted by: the column, its type, and what its values look like in a cursor. Where empty ones stand is said
 * only of what can be empty: an index gives an order only if both say the same of it.
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
}

/** One page of the orders that a scope sees and filters keep. */
export async function listOrders(
  tx: Tx,
  scope: Scope,
  request: OrderFilters & OrderPaging,
): Promise<{ orders: ListedOrder[]; nextCursor: string | null }> {
  const { sortBy, sortOrder, pageSize, pageNum, cursor } = request;
  const column = sql.ref(`sale_order.${sorts[sortBy].column}`);
  const direction = sql.raw(sortOrder);
  const matching = ordersMatching(scope, request);
  const { rows } = await sql<ListedOrder & { sort_text: string | null }>`
    select sale_order.*, ${column}::text as sort_text from ${ordersWithLeads}
    where ${matching} and ${afterCursor(request)}
    order by ${column} ${direction} ${sql.raw(sorts[sortBy].nulls)}, sale_order.order_id ${direction}
    limit ${pageSize + 1} offset ${cursor ? 0 : (pageNum - 1) * pageSize}`.execute(tx);
  const orders = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? orders.at(-1) : undefined;
  return { orders, nextCursor: last ? writeCursor({ value: last.sort_text, id: last.order_id }) : null };
}

/** The newest orders that a scope sees whose number begins with some digits. */
export async function ordersNumbered(
  tx: Tx,
  scope: Scope,
  { digits, limit }: { digits: string; limit: number },
): Promise<Pick<ListedOrder, "order_number" | "lead_name">[]> {
  if (digits.length > numberLength) return [];
  const [first, last] = [digits.padEnd(numberLength, "0"), digits.padEnd(numberLength, "9")];
  const { rows } = await sql<Pick<ListedOrder, "order_number" | "lead_name">>`
    select order_number, lead_name from ${ordersWithLeads}
    where ${visibleRows(scope, "sale_order")} and order_number between ${first} and ${last}
    order by order_number desc limit ${limit}`.execute(tx);
  return rows;
}

const numberLength = 16;

/** Totals are exact up to here. */
const countedTo = 10_000;

/** How many orders a scope sees and filters keep, up to 10,000. */
export async function countOrders(
  tx: Tx,
  scope: Scope,
  filters: OrderFilters,
): Promise<{ total: number; totalIsEstimate: boolean }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${ordersWithLeads} where ${ordersMatching(scope, filters)} limit ${countedTo + 1}) found`.execute(tx);
  const count = rows[0]?.count ?? 0;
  return { total: Math.min(count, countedTo), totalIsEstimate: count > countedTo };
}

/** The sums of all orders that a scope sees and filters keep, by currency. */
export async function sumOrders(tx: Tx, scope: Scope, filters: OrderFilters): Promise<OrderSums[]> {
  const { rows } = await sql<OrderSums>`
    select currency, count(*)::int as count, sum(total_minor)::bigint as total, sum(paid_minor)::bigint as paid,
      sum(refunded_minor)::bigint as refunded,
      sum(case when status = 'pending' then greatest(total_minor - paid_minor + refunded_minor, 0) else 0 end)::bigint as open,
      sum(case when ${isOverdue} then ${overdueMinor} else 0 end)::bigint as overdue
    from ${ordersWithLeads} where ${ordersMatching(scope, filters)}
    group by currency order by count(*) desc, currency`.execute(tx);
  return rows;
}

/** The next orders in the order in which they were made, for reading all of them batch by batch. */
export async function ordersAfter(
  tx: Tx,
  matching: RawBuilder<SqlBool>,
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedOrder[]> {
  const beyond = after ? sql`and sale_order.order_id > ${after}::uuid` : sql``;
  const { rows } = await sql<ListedOrder>`
    select sale_order.* from ${ordersWithLeads} where ${matching} ${beyond}
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
