import { RecordId } from "@homeroom/contract/ids";
import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";
import type { TaxInvoiceWay } from "@homeroom/contract/tax-invoices";
import type { Schema } from "@homeroom/database/schema";
import type { Insertable, Selectable } from "kysely";
import { v7 } from "uuid";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { linesOf, receiptsOf } from "../queries/order-parts.ts";
import type { Order } from "../queries/orders.ts";
import { receiptSettingOf } from "../receipt-kinds/queries.ts";
import { invoiceItems, isSamePeriod } from "./rules.ts";

export type TaxInvoice = Selectable<Schema["tax_invoice"]>;

interface InvoicedReceipt {
  receiptId: RecordId;
  kind: "receipt" | "creditNote";
  amountMinor: number;
  reason: string;
}

const unchosen: InvoiceChoice = {
  ...{ kind: "member", carrier: "", loveCode: "", companyNumber: "", companyName: "", email: "" },
};

/**
 * Creates the e-invoice tasks of a receipt or credit note, if the organisation issues e-invoices: an invoice; an allowance, or
 * voiding the invoice if all of it is refunded within its period, which ECPay does not allow for donated ones.
 */
export async function planTaxInvoice(tx: Tx, scope: Scope, order: Order, receipt: InvoicedReceipt): Promise<void> {
  const { kind, taxType } = await receiptSettingOf(tx, scope);
  if (receipt.kind === "creditNote") return planRefund(tx, scope, order, receipt);
  if (kind !== "twInvoice" || order.currency !== "TWD" || receipt.amountMinor === 0) return;
  const lines = (await linesOf(tx, scope, [order.order_id])).map((line) => ({
    name: line.name,
    quantity: line.quantity,
    priceMinor: line.price_minor * line.quantity - line.discount_minor,
  }));
  const content = {
    taxType,
    items: invoiceItems(lines, receipt.amountMinor),
    buyer: await buyerOf(tx, scope, order),
    choice: order.invoice_choice ?? unchosen,
  };
  await insertTask(tx, scope, { order, receipt, way: "invoice", target: null, content });
}

/**
 * Creates the tasks to void an invoice or allowances, because their receipt or credit note was voided. An invoice that can no
 * longer be voided gets an allowance of its full amount.
 */
export async function planVoid(
  tx: Tx,
  scope: Scope,
  { order, receiptId, reason }: { order: Order; receiptId: RecordId; reason: string },
): Promise<void> {
  const tasks = await tasksOf(tx, scope, order.order_id);
  const gone = targetsOf(tasks, "voidInvoice");
  for (const made of tasks) {
    if (made.receipt_id !== receiptId || made.way === "voidInvoice" || made.way === "voidAllowance") continue;
    // All of it was refunded before.
    if (gone.has(made.task_id)) continue;
    const receipt: InvoicedReceipt = { receiptId, kind: "receipt", amountMinor: made.amount_minor, reason };
    if (made.way === "invoice") await deductFromInvoice(tx, scope, { order, invoice: made, receipt, isFirst: true });
    else await insertTask(tx, scope, { order, receipt, way: "voidAllowance", target: made, content: made.content });
  }
}

/** The tasks of an order, latest first. */
function tasksOf(tx: Tx, scope: Scope, orderId: RecordId): Promise<TaxInvoice[]> {
  return tx
    .selectFrom("tax_invoice")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .orderBy("task_id", "desc")
    .execute();
}

/** An order with instalments has an invoice for each: refunds are taken off the latest first. */
async function planRefund(tx: Tx, scope: Scope, order: Order, receipt: InvoicedReceipt): Promise<void> {
  const tasks = await tasksOf(tx, scope, order.order_id);
  const [goneInvoices, goneAllowances] = [targetsOf(tasks, "voidInvoice"), targetsOf(tasks, "voidAllowance")];
  let toTakeOff = receipt.amountMinor - (await goneBefore(tx, scope, { order, receipt, tasks }));
  for (const invoice of tasks) {
    if (invoice.way !== "invoice" || goneInvoices.has(invoice.task_id) || toTakeOff === 0) continue;
    const allowances = tasks.filter((one) => one.way === "allowance" && one.target_id === invoice.task_id);
    const inForce = allowances.filter((one) => !goneAllowances.has(one.task_id));
    const left = inForce.reduce((all, { amount_minor: minor }) => all - minor, invoice.amount_minor);
    const amountMinor = Math.min(toTakeOff, left);
    if (amountMinor === 0) continue;
    toTakeOff -= amountMinor;
    await deductFromInvoice(tx, scope, {
      order,
      invoice,
      receipt: { ...receipt, amountMinor },
      isFirst: allowances.length === 0,
    });
  }
}

function targetsOf(tasks: readonly TaxInvoice[], way: TaxInvoiceWay): ReadonlySet<RecordId | null> {
  return new Set(tasks.filter((one) => one.way === way).map((one) => one.target_id));
}

/**
 * How much of a refund was already taken off for a credit note that this one replaces: an invoice that was voided for it stays
 * void. An invoice whose receipt was voided as well does not count: its successor is refunded.
 */
async function goneBefore(
  tx: Tx,
  scope: Scope,
  { order, receipt, tasks }: { order: Order; receipt: InvoicedReceipt; tasks: readonly TaxInvoice[] },
): Promise<number> {
  const papers = await receiptsOf(tx, scope, [order.order_id]);
  const refundId = papers.find((one) => one.receipt_id === receipt.receiptId)?.refund_id;
  const [gone, inForce] = [
    papers.filter((one) => one.voided_at !== null),
    papers.filter((one) => one.voided_at === null),
  ];
  const earlier = new Set(gone.filter((one) => one.refund_id === refundId).map((one) => one.receipt_id));
  const receipts = new Set(inForce.map((one) => one.receipt_id));
  const invoices = new Set(tasks.filter((one) => receipts.has(one.receipt_id)).map((one) => one.task_id));
  return tasks
    .filter(({ way, receipt_id: id }) => way === "voidInvoice" && earlier.has(id))
    .filter(({ target_id: target }) => target !== null && invoices.has(target))
    .reduce((all, { amount_minor: minor }) => all + minor, 0);
}

interface InvoiceDeduction {
  order: Order;
  invoice: TaxInvoice;
  receipt: InvoicedReceipt;
  /** Nothing was taken off it before. */
  isFirst: boolean;
}

async function deductFromInvoice(
  tx: Tx,
  scope: Scope,
  { order, invoice, receipt, isFirst }: InvoiceDeduction,
): Promise<void> {
  const isDonated = invoice.content.choice.kind === "donation";
  const isWhole = isFirst && receipt.amountMinor === invoice.amount_minor;
  const way = isWhole && !isDonated && isSamePeriod(invoice.created_at, new Date()) ? "voidInvoice" : "allowance";
  const lines = invoice.content.items.map(({ name, amount }) => ({ name, quantity: 1, priceMinor: amount * 100 }));
  const content = { ...invoice.content, items: invoiceItems(lines, receipt.amountMinor) };
  await insertTask(tx, scope, { order, receipt, way, target: invoice, content });
}

interface NewTask {
  order: Order;
  receipt: InvoicedReceipt;
  way: TaxInvoiceWay;
  target: TaxInvoice | null;
  content: TaxInvoice["content"];
}

async function insertTask(tx: Tx, scope: Scope, { order, receipt, way, target, content }: NewTask): Promise<void> {
  const row: Insertable<Schema["tax_invoice"]> = {
    organization_id: scope.organizationId,
    task_id: RecordId.parse(v7()),
    order_id: order.order_id,
    receipt_id: receipt.receiptId,
    target_id: target?.task_id ?? null,
    way,
    amount_minor: receipt.amountMinor,
    content: JSON.stringify(content),
    reason: receipt.reason,
    problem: null,
  };
  await tx
    .insertInto("tax_invoice")
    .values(row)
    .onConflict((on) => on.columns(["organization_id", "receipt_id", "way", "target_id"]).doNothing())
    .execute();
}

/** The buyer's address for ECPay, which accepts only Taiwanese phones. */
export async function buyerOf(tx: Tx, scope: Scope, order: Order): Promise<TaxInvoice["content"]["buyer"]> {
  const lead = order.lead_id ? await findRow(tx, scope, "order_lead", { lead_id: order.lead_id }) : undefined;
  const mobile = /^\+?886(9\d{8})$/.exec(lead?.phone_e164 ?? "")?.[1];
  return { name: order.buyer_name, email: lead?.email ?? "", phone: mobile ? `0${mobile}` : "" };
}

/**
 * Requests an order's failed tasks, or the named one, again: invoices that ECPay has not issued, with the current
 * destination and address of the buyer. Returns how many.
 */
export async function renewTasks(
  tx: Tx,
  scope: Scope,
  { order, taskId }: { order: Order; taskId?: RecordId },
): Promise<number> {
  const failed = await tx
    .selectFrom("tax_invoice")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", order.order_id)
    .where("state", "in", taskId ? ["failed"] : ["failed", "waiting"])
    .$if(taskId !== undefined, (query) => query.where("task_id", "=", taskId ?? order.order_id))
    .forUpdate()
    .execute();
  const buyer = await buyerOf(tx, scope, order);
  for (const task of failed) {
    const content = { ...task.content, buyer, choice: order.invoice_choice ?? task.content.choice };
    await tx
      .updateTable("tax_invoice")
      .set({
        // First checked: whether it was done after all.
        state: task.attempts > 0 ? "asking" : "waiting",
        attempts: 0,
        next_attempt_at: new Date(),
        problem: null,
        problem_detail: "",
        ...(task.way === "invoice" && { content: JSON.stringify(content) }),
        updated_at: new Date(),
      })
      .where("organization_id", "=", scope.organizationId)
      .where("task_id", "=", task.task_id)
      .execute();
  }
  return failed.length;
}
