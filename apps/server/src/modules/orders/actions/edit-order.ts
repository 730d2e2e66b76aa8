import type { RequestOf } from "@homeroom/contract/endpoint";
import { orderInstalments } from "@homeroom/contract/order-instalments";
import { orders } from "@homeroom/contract/orders";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitOrderChange } from "../events.ts";
import { lockOrder } from "../queries/orders.ts";
import { type Instalment, readPlan } from "../rules/instalments.ts";
import { amountToConfirm, expiryOf } from "../rules/order-state.ts";
import { addEvent, recordOrderChange, saveState, stateOf } from "../writes/change-order.ts";
import { planOf, writePlan } from "../writes/instalments.ts";

/**
 * Replaces the due dates and amounts of an unpaid order. Received money covers the instalments in order. Without any,
 * the rest is due at once. Idempotent. Throws NOT_FOUND, STALE_DATA, FIELD_INVALID for amounts that do
 * not add up, ORDER_EXPIRED and ORDER_STATE_CONFLICT.
 */
export function editInstalments(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof orderInstalments.edit>,
): Promise<null> {
  requireAccess(actor, orderInstalments.edit);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, form.orderID);
    const { currency, total_minor: totalMinor } = order;
    const before = await planOf(tx, scope, order.order_id);
    const plan = readPlan(form.instalments, { totalMinor, currency });
    if (JSON.stringify(plan) === JSON.stringify(before)) return null;
    if (order.version !== form.version) throw new AppError("STALE_DATA");
    const now = new Date();
    const state = stateOf(order);
    if (amountToConfirm(state, now) === null) throw new AppError("ORDER_STATE_CONFLICT");
    const { accountId } = actor;
    await writePlan(tx, scope, order.order_id, plan);
    const expiresAt = plan.length === 0 ? expiryOf(order.pay_method, now) : null;
    const changed = { instalment_count: plan.length, updated_by: accountId };
    await saveState(tx, order, { ...state, expiresAt }, changed);
    await addEvent(tx, scope, order, { kind: "planned", note: daysOf(plan), accountId });
    await recordOrderChange(tx, actor, "edited", {
      order,
      before: { instalments: daysOf(before) },
      after: { instalments: daysOf(plan) },
    });
    return null;
  });
}

function daysOf(plan: readonly Instalment[]): string {
  return plan.map(({ dueOn }) => dueOn).join(", ");
}

interface NoteForm {
  orderID: string;
  note: string;
  version: number;
}

/** Changes the note of an order. Idempotent. Throws NOT_FOUND and STALE_DATA. */
export function editNote(db: Database, actor: Actor, { orderID, note, version }: NoteForm): Promise<null> {
  requireAccess(actor, orders.editNote);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, orderID);
    if (order.note === note) return null;
    if (order.version !== version) throw new AppError("STALE_DATA");
    await saveState(tx, order, stateOf(order), { note, updated_by: actor.accountId });
    await emitOrderChange(tx, scope, order);
    await recordOrderChange(tx, actor, "edited", { order, before: { note: order.note }, after: { note } });
    return null;
  });
}
