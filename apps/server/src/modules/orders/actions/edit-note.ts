import { orders } from "@homeroom/contract/orders";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitOrderChange } from "../events.ts";
import { lockOrder } from "../queries/orders.ts";
import { saveState, stateOf } from "../writes/change-order.ts";

interface NoteForm {
  orderID: string;
  note: string;
  version: number;
}

/** Changes the note of an order; the same note again changes nothing. Throws NOT_FOUND and STALE_DATA. */
export function editNote(db: Database, actor: Actor, { orderID, note, version }: NoteForm): Promise<null> {
  requireAccess(actor, orders.editNote);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, orderID);
    if (order.note === note) return null;
    if (order.version !== version) throw new AppError("STALE_DATA");
    await saveState(tx, order, stateOf(order), { note, updated_by: actor.accountId });
    await emitOrderChange(tx, scope, order);
    await recordChange(tx, actor, {
      module: "order",
      action: "edited",
      subject: { type: "order", id: order.order_id, name: order.order_number },
      before: { note: order.note },
      after: { note },
    });
    return null;
  });
}
