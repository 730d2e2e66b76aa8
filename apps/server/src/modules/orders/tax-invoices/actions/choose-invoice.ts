import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";
import { taxInvoices } from "@homeroom/contract/tax-invoices";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitOrderChange } from "../../events.ts";
import { lockedOrder, lockOrder, type Order } from "../../queries/orders.ts";
import { recordOrderChange } from "../../writes/change-order.ts";
import { isInvoiced } from "../queries.ts";
import { renewTasks } from "../writes.ts";

/**
 * Stores the destination of an order's e-invoice; a failed one is requested again with it. Throws NOT_FOUND, and
 * ORDER_STATE_CONFLICT once ECPay has made the invoice, or may have.
 */
export function chooseInvoice(
  db: Database,
  actor: Actor,
  { orderID, invoice }: { orderID: string; invoice: InvoiceChoice },
): Promise<null> {
  requireAccess(actor, taxInvoices.choose);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, orderID);
    await keepChoice(tx, scope, { order, invoice });
    await recordOrderChange(tx, actor, "edited", {
      order,
      before: auditOf(order.invoice_choice),
      after: auditOf(invoice),
    });
    return null;
  });
}

/** The same by the customer on the pay page, while the order is unpaid. */
export function chooseInvoiceAsCustomer(
  db: Database,
  scope: Scope,
  { orderID, invoice }: { orderID: string; invoice: InvoiceChoice },
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const order = await lockedOrder(tx, scope, orderID);
    if (!order) throw new AppError("NOT_FOUND");
    if (order.status !== "pending") throw new AppError("ORDER_STATE_CONFLICT");
    await keepChoice(tx, scope, { order, invoice });
  });
}

async function keepChoice(tx: Tx, scope: Scope, { order, invoice }: { order: Order; invoice: InvoiceChoice }) {
  // Unpaid instalments of an open order will have their own invoices.
  if (order.status !== "pending" && (await isInvoiced(tx, scope, order.order_id)))
    throw new AppError("ORDER_STATE_CONFLICT");
  await tx
    .updateTable("sale_order")
    .set({ invoice_choice: JSON.stringify(invoice), version: order.version + 1, updated_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", order.order_id)
    .execute();
  await renewTasks(tx, scope, { order: { ...order, invoice_choice: invoice } });
  await emitOrderChange(tx, scope, order);
}

function auditOf(choice: InvoiceChoice | null): Record<string, string> {
  const { kind = "", carrier = "", loveCode = "", companyNumber = "", companyName = "" } = choice ?? {};
  return { invoiceKind: kind, carrier, loveCode, companyNumber, companyName };
}
