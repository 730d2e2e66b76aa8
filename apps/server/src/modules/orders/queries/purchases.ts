import type { BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import type { PageRequest } from "@homeroom/contract/paging";
import { endingDays, type PurchaseFilters, type PurchaseRow, type PurchaseState } from "@homeroom/contract/purchases";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { branchNames } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { cutPage, readCursor } from "#platform/paging/cursor";
import { ordersMatching } from "./order-conditions.ts";
import { organizationOrders } from "./orders.ts";

interface PurchaseRead {
  purchase_id: RecordId;
  order_number: string;
  lead_id: LeadId | null;
  lead_name: string;
  branch_id: BranchId;
  product_id: RecordId | null;
  name: string;
  quantity: number;
  price_minor: number;
  discount_minor: number;
  currency: CurrencyCode;
  bought_on: string;
  valid_until: string | null;
  lessons: number | null;
  lessons_used: number;
  days_left: number | null;
  state: PurchaseState;
}

const today = sql`branch_day(sale_order.organization_id, sale_order.branch_id, now())`;

const purchaseRows = sql`purchase
  join ${organizationOrders} on sale_order.organization_id = purchase.organization_id and sale_order.order_id = purchase.order_id
  join order_line line on line.organization_id = purchase.organization_id and line.order_id = purchase.order_id
    and line.position = purchase.position`;

const state = sql`case
  when purchase.taken_back_at is not null then 'takenBack'
  when purchase.valid_until < ${today} then 'ended'
  when purchase.valid_until <= ${today} + ${endingDays}::int then 'ending'
  else 'valid' end`;

/** One page of the purchases of leads that a scope sees, newest first, and their total, up to 10,000. */
export async function listPurchases(
  tx: Tx,
  scope: Scope,
  request: PurchaseFilters & PageRequest,
): Promise<{ list: PurchaseRow[]; total: number; totalIsEstimate: boolean; nextCursor: string | null }> {
  const { pageSize, pageNum, cursor } = request;
  const matching = purchasesMatching(scope, request);
  const { rows } = await sql<PurchaseRead>`
    select purchase.purchase_id, sale_order.order_number, sale_order.lead_id, sale_order.lead_name, sale_order.branch_id,
      line.product_id, line.name, line.quantity, line.price_minor, line.discount_minor, sale_order.currency,
      purchase.bought_on::text, purchase.valid_until::text, purchase.lessons, purchase.lessons_used,
      purchase.valid_until - ${today} as days_left, ${state} as state
    from ${purchaseRows}
    where ${matching} and ${afterCursor(cursor)}
    order by purchase.bought_on desc, purchase.purchase_id desc
    limit ${pageSize + 1} offset ${cursor ? 0 : (pageNum - 1) * pageSize}`.execute(tx);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${purchaseRows} where ${matching} limit ${countedTo + 1}) found`.execute(
    tx,
  );
  const total = counted.rows[0]?.count ?? 0;
  const { rows: shown, nextCursor } = cutPage(rows, pageSize, (last) => ({
    value: last.bought_on,
    id: last.purchase_id,
  }));
  const branches = await branchNames(tx, scope);
  return {
    list: shown.map((row) => presentPurchase(row, branches)),
    total: Math.min(total, countedTo),
    totalIsEstimate: total > countedTo,
    nextCursor,
  };
}

const countedTo = 10_000;

function purchasesMatching(scope: Scope, filters: PurchaseFilters): RawBuilder<SqlBool> {
  const { state: states, startTime, endTime, productID, keywords, leadId, branchID } = filters;
  const parts: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`purchase.organization_id = ${scope.organizationId}`,
    ordersMatching(scope, { keywords, leadId, branchID }, "scanned"),
  ];
  if (productID) parts.push(sql<SqlBool>`line.product_id = ${productID}`);
  if (states?.length) parts.push(sql<SqlBool>`${state} = any(${sql.val([...states])}::text[])`);
  if (startTime) parts.push(sql<SqlBool>`purchase.bought_on >= ${startTime}::date`);
  if (endTime) parts.push(sql<SqlBool>`purchase.bought_on <= ${endTime}::date`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function afterCursor(cursor: string | undefined): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`true`;
  const { value, id } = readCursor(cursor, "day");
  return sql<SqlBool>`(purchase.bought_on, purchase.purchase_id) < (${value}::date, ${id}::uuid)`;
}

/** Refunded purchases have none left. */
function lessonsOf({ lessons: bought, lessons_used: used, state }: PurchaseRead): PurchaseRow["lessons"] {
  return bought === null ? null : { bought, used, left: state === "takenBack" ? 0 : bought - used };
}

function presentPurchase(row: PurchaseRead, branches: ReadonlyMap<BranchId, string>): PurchaseRow {
  return {
    recordID: row.purchase_id,
    orderID: row.order_number,
    leadId: row.lead_id,
    leadName: row.lead_name,
    branchID: row.branch_id,
    branchName: branches.get(row.branch_id) ?? "",
    productID: row.product_id,
    name: row.name,
    quantity: row.quantity,
    amount: fromMinor(row.price_minor * row.quantity - row.discount_minor, row.currency),
    currency: row.currency,
    buyDate: row.bought_on,
    validUntil: row.valid_until,
    lessons: lessonsOf(row),
    state: row.state,
    daysLeft: row.days_left,
  };
}
