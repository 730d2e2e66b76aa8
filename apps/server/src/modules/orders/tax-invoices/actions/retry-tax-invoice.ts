import type { RecordId } from "@homeroom/contract/ids";
import { taxInvoices } from "@homeroom/contract/tax-invoices";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { loadOrderOf } from "../queries.ts";
import { renewTasks } from "../writes.ts";

/** Has ECPay asked again for one that failed, with the buyer's address of now. Throws NOT_FOUND for one out of sight. */
export function retryTaxInvoice(db: Database, actor: Actor, recordID: RecordId): Promise<null> {
  requireAccess(actor, taxInvoices.retry);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await loadOrderOf(tx, scope, recordID);
    if (!order) throw new AppError("NOT_FOUND");
    if ((await renewTasks(tx, scope, { order, taskId: recordID })) === 0) return null;
    await recordChange(tx, actor, {
      module: "order",
      action: "edited",
      subject: { type: "order", id: order.order_id, name: order.order_number },
      before: { taxInvoice: "failed" },
      after: { taxInvoice: "waiting" },
    });
    return null;
  });
}
