import { fromMinor } from "@homeroom/contract/money";
import { orderDiscounts } from "@homeroom/contract/order-discounts";
import type { OrderForm } from "@homeroom/contract/orders";
import { discountLimitOf } from "#modules/roles/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { linesOf } from "../queries/order-parts.ts";
import { lockOrder, type Order } from "../queries/orders.ts";
import { requireDiscountWithin } from "../rules/discount-limit.ts";
import { planAgain } from "../rules/instalments.ts";
import { discounted } from "../rules/order-state.ts";
import { type ReadOrder, readOrderForm, storedDiscount } from "../rules/read-form.ts";
import { addEvent, recordOrderChange, saveState, stateOf } from "../writes/change-order.ts";
import { planOf, writePlan } from "../writes/instalments.ts";

interface DiscountForm {
  orderID: string;
  discount: OrderForm["discount"];
  version: number;
}

/**
 * Replaces the discount of an order. Idempotent. Throws NOT_FOUND,
 * STALE_DATA, DISCOUNT_OVER_LIMIT for more than the actor may give, ORDER_EXPIRED, and ORDER_STATE_CONFLICT once money has
 * arrived, while a transfer waits to be checked, and for purchases of organisations, which are paid at full price.
 */
export function editDiscount(db: Database, actor: Actor, form: DiscountForm): Promise<null> {
  requireAccess(actor, orderDiscounts.edit);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, form.orderID);
    if (order.pay_type !== "product") throw new AppError("ORDER_STATE_CONFLICT");
    const read = await priceAgain(tx, scope, order, form.discount);
    const reason = form.discount.kind === "none" ? "" : form.discount.reason;
    const columns = {
      discount_kind: read.discount.kind,
      discount_value: storedDiscount(read.discount),
      discount_reason: reason,
    };
    if (Object.entries(columns).every(([column, value]) => order[column as keyof typeof columns] === value))
      return null;
    if (order.version !== form.version) throw new AppError("STALE_DATA");
    requireDiscountWithin(await discountLimitOf(tx, scope, actor), read);
    await change(tx, scope, { actor, order, read, columns });
    return null;
  });
}

/** The prices of an order's lines with another discount. */
async function priceAgain(tx: Tx, scope: Scope, order: Order, discount: OrderForm["discount"]): Promise<ReadOrder> {
  const { currency } = order;
  const lines = await linesOf(tx, scope, [order.order_id]);
  const items = lines.map(({ name, price_minor: price, quantity }) => {
    return { name, quantity, officialPrice: fromMinor(price, currency) };
  });
  const tax = { taxRate: order.tax_rate / 100, taxIncluded: order.tax_included };
  return readOrderForm({ items, discount, ...tax, currency }, new Map());
}

interface Change {
  actor: Actor;
  order: Order;
  read: ReadOrder;
  columns: Pick<Order, "discount_kind" | "discount_value" | "discount_reason">;
}

async function change(tx: Tx, scope: Scope, { actor, order, read, columns }: Change): Promise<void> {
  const { accountId } = actor;
  const { price, currency } = read;
  const state = discounted(stateOf(order), price.totalMinor, new Date());
  await shareAmongLines(tx, order, read);
  const plan = planAgain(await planOf(tx, scope, order.order_id), price.totalMinor, currency);
  if (order.instalment_count > 0) await writePlan(tx, scope, order.order_id, plan);
  await saveState(tx, order, state, {
    ...columns,
    discount_minor: price.discountMinor,
    tax_minor: price.taxMinor,
    total_minor: price.totalMinor,
    instalment_count: plan.length,
    updated_by: accountId,
  });
  const amountMinor = price.discountMinor;
  await addEvent(tx, scope, order, { kind: "discounted", amountMinor, note: columns.discount_reason, accountId });
  if (state.status === "paid") await addEvent(tx, scope, order, { kind: "paid", amountMinor: 0, accountId });
  const said = (discountMinor: number, totalMinor: number, discountReason: string) => ({
    discount: fromMinor(discountMinor, currency),
    total: fromMinor(totalMinor, currency),
    discountReason,
  });
  await recordOrderChange(tx, actor, "edited", {
    order,
    before: said(order.discount_minor, order.total_minor, order.discount_reason),
    after: said(price.discountMinor, price.totalMinor, columns.discount_reason),
  });
}

async function shareAmongLines(tx: Tx, order: Order, { price }: ReadOrder): Promise<void> {
  for (const [index, { discountMinor }] of price.lines.entries())
    await tx
      .updateTable("order_line")
      .set({ discount_minor: discountMinor })
      .where("organization_id", "=", order.organization_id)
      .where("order_id", "=", order.order_id)
      .where("position", "=", index + 1)
      .execute();
}
