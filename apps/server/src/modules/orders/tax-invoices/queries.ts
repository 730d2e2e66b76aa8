import type { RequestOf } from "@homeroom/contract/endpoint";
import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import type { TaxInvoiceRow, taxInvoices } from "@homeroom/contract/tax-invoices";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing } from "#platform/db/containing";
import { findRow, lockRow } from "#platform/db/find-row";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import type { Platform } from "#platform/server-module";
import type { InvoiceAccount } from "../port.ts";
import { lockOrder, type Order, orderNamed, organizationOrders } from "../queries/orders.ts";
import type { TaxInvoice } from "./writes.ts";

type ListedTask = TaxInvoice & Pick<Order, "order_number" | "lead_name" | "currency"> & { made_text: string };

const tasksOfOrders = sql`tax_invoice task join ${organizationOrders}
  on sale_order.organization_id = task.organization_id and sale_order.order_id = task.order_id`;

const countedTo = 10_000;

/** One page of the e-invoices of the orders that a scope sees, newest first, and how many there are up to 10,000. */
export async function listTaxInvoices(tx: Tx, scope: Scope, request: RequestOf<typeof taxInvoices.list>) {
  const { pageSize, pageNum, cursor } = request;
  const matching = tasksMatching(scope, request);
  const { rows } = await sql<ListedTask>`
    select task.*, sale_order.order_number, sale_order.lead_name, sale_order.currency, task.created_at::text as made_text
    from ${tasksOfOrders} where ${matching} and ${afterNewest(cursor, "task.created_at", "task.task_id")}
    order by task.created_at desc, task.task_id desc
    limit ${pageSize + 1} offset ${skippedOf(request)}`.execute(tx);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${tasksOfOrders} where ${matching} limit ${countedTo + 1}) found`.execute(tx);
  const total = counted.rows[0]?.count ?? 0;
  const { rows: shown, nextCursor } = cutPage(rows, pageSize, (last) => ({ value: last.made_text, id: last.task_id }));
  return {
    list: shown.map(presentTask),
    total: Math.min(total, countedTo),
    totalIsEstimate: total > countedTo,
    pageNum,
    pageSize,
    nextCursor,
  };
}

function tasksMatching(
  scope: Scope,
  { orderID, state, keywords = "" }: RequestOf<typeof taxInvoices.list>,
): RawBuilder<SqlBool> {
  const parts = [
    visibleRows(scope, "sale_order"),
    sql<SqlBool>`task.organization_id = ${scope.organizationId}`,
    ...(orderID ? [orderNamed(orderID)] : []),
    ...keywords.split(/\s+/).flatMap((word) => (word === "" ? [] : [hasWord(word)])),
    ...(state?.length ? [sql<SqlBool>`task.state = any(${sql.val([...state])}::text[])`] : []),
  ];
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function hasWord(word: string): RawBuilder<SqlBool> {
  const pattern = containing(word);
  return sql<SqlBool>`(task.number ilike ${pattern} or sale_order.order_number like ${pattern}
    or sale_order.lead_name ilike ${pattern})`;
}

function presentTask(task: ListedTask): TaxInvoiceRow {
  return {
    recordID: task.task_id,
    orderID: task.order_number,
    leadName: task.lead_name,
    way: task.way,
    state: task.state,
    number: task.number,
    amount: fromMinor(task.amount_minor, task.currency),
    currency: task.currency,
    kind: task.content.choice.kind,
    problem: task.problem,
    detail: task.problem_detail,
    attempts: task.attempts,
    nextTime: task.next_attempt_at?.toISOString() ?? null,
    createTime: task.created_at.toISOString(),
    updateTime: task.updated_at.toISOString(),
  };
}

const due = sql<boolean>`next_attempt_at <= now()`;

/** The organisations with due tasks. */
export async function organizationsWithDueInvoices(db: Database): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("tax_invoice").select("organization_id").distinct().where(due).execute(),
  );
  return found.map((row) => row.organization_id);
}

/** A claimed task is due again after this: the process that claimed it may have died. */
const claimedFor = sql`interval '2 minutes'`;

export interface ClaimedTask {
  /** Its state before the claim. */
  task: TaxInvoice;
  target: TaxInvoice | undefined;
  /** The number of the allowance, also if the allowance is the target. */
  invoice: TaxInvoice | undefined;
  /** Another request for the same target is in progress: only one at a time, so that a lost answer can be identified. */
  isBusy: boolean;
}

/** Claims the oldest due task; nobody else gets it meanwhile. Null: none is due. */
export async function claimDue(tx: Tx, scope: Scope): Promise<ClaimedTask | null> {
  const task = await tx
    .selectFrom("tax_invoice")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(due)
    .orderBy("next_attempt_at")
    .orderBy("task_id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!task) return null;
  const target = task.target_id ? await heldTask(tx, scope, task.target_id) : undefined;
  const isBusy = target ? await isAsked(tx, scope, { target, but: task }) : false;
  const invoice = target?.target_id ? await taskById(tx, scope, target.target_id) : target;
  await tx
    .updateTable("tax_invoice")
    .set({
      state: "asking",
      attempts: task.attempts + 1,
      next_attempt_at: sql<Date>`now() + ${claimedFor}`,
      updated_at: new Date(),
    })
    .where("organization_id", "=", scope.organizationId)
    .where("task_id", "=", task.task_id)
    .execute();
  return { task, target, invoice, isBusy };
}

function heldTask(tx: Tx, scope: Scope, id: RecordId): Promise<TaxInvoice | undefined> {
  return lockRow(tx, scope, "tax_invoice", { task_id: id });
}

/**
 * An allowance that was given up without an answer also counts: it may exist with a number that we do not know, until a person
 * requests it again. Of several that a person requested again, the first one goes ahead.
 */
async function isAsked(
  tx: Tx,
  scope: Scope,
  { target, but }: { target: TaxInvoice; but: TaxInvoice },
): Promise<boolean> {
  const isUnsure = but.state === "asking";
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from tax_invoice
      where organization_id = ${scope.organizationId} and target_id = ${target.task_id} and task_id != ${but.task_id}
        and (state = 'asking' and (not ${isUnsure} or attempts > 0 or task_id < ${but.task_id})
          or not ${isUnsure} and state = 'failed' and way = 'allowance' and problem = 'unavailable')) as is`.execute(
    tx,
  );
  return rows[0]?.is ?? false;
}

export function taskById(tx: Tx, scope: Scope, id: RecordId): Promise<TaxInvoice | undefined> {
  return findRow(tx, scope, "tax_invoice", { task_id: id });
}

/** The numbers of our allowances for an invoice. */
export async function knownAllowances(tx: Tx, scope: Scope, invoiceId: RecordId): Promise<string[]> {
  const found = await tx
    .selectFrom("tax_invoice")
    .select("number")
    .where("organization_id", "=", scope.organizationId)
    .where("target_id", "=", invoiceId)
    .where("way", "=", "allowance")
    .where("number", "!=", "")
    .execute();
  return found.map(({ number }) => number);
}

/** The organisation's account for e-invoices; null while none is set up. */
export async function invoiceAccountOf(
  tx: Tx,
  scope: Scope,
  secrets: Platform["secrets"],
): Promise<InvoiceAccount | null> {
  const row = await tx
    .selectFrom("receipt_setting")
    .select(["merchant_id", "secrets"])
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirst();
  if (!row?.secrets || row.merchant_id === "") return null;
  const { hashKey = "", hashIV = "" } = secrets.open(row.secrets);
  return { merchantId: row.merchant_id, hashKey, hashIv: hashIV };
}

/** The order of an e-invoice, locked, if the scope sees it. */
export async function loadOrderOf(tx: Tx, scope: Scope, taskId: RecordId): Promise<Order | undefined> {
  const found = await tx
    .selectFrom("tax_invoice")
    .innerJoin("sale_order", (join) =>
      join
        .onRef("sale_order.organization_id", "=", "tax_invoice.organization_id")
        .onRef("sale_order.order_id", "=", "tax_invoice.order_id"),
    )
    .select("sale_order.order_number")
    .where("tax_invoice.organization_id", "=", scope.organizationId)
    .where("tax_invoice.task_id", "=", taskId)
    .executeTakeFirst();
  return found && lockOrder(tx, scope, found.order_number);
}

/** Whether ECPay has, or may have, issued a valid invoice for an order. */
export async function isInvoiced(tx: Tx, scope: Scope, orderId: RecordId): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from tax_invoice task
      where organization_id = ${scope.organizationId} and order_id = ${orderId} and way = 'invoice'
        and state in ('asking', 'done')
        and not exists (select from tax_invoice gone where gone.organization_id = task.organization_id
          and gone.target_id = task.task_id and gone.way = 'voidInvoice')) as is`.execute(tx);
  return rows[0]?.is ?? false;
}
