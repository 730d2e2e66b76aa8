import { moneyText } from "@homeroom/contract/currencies";
import { RecordId } from "@homeroom/contract/ids";
import { fromMinor, toMinor } from "@homeroom/contract/money";
import { type OrderForm, orders } from "@homeroom/contract/orders";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import { recordChange } from "#modules/audit/public";
import { lockBuyer } from "#modules/leads/public";
import { timeZoneOf } from "#modules/organizations/public";
import { discountLimitOf } from "#modules/roles/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { today } from "#platform/clock/days";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { linesOf } from "../queries/order-parts.ts";
import type { Order } from "../queries/orders.ts";
import { inCurrency, soldProducts } from "../queries/sold-products.ts";
import { refuseFreeLines, requireDiscountWithin } from "../rules/discount-limit.ts";
import { readPlan } from "../rules/instalments.ts";
import { type ReadOrder, readOrderForm } from "../rules/read-form.ts";
import { addEvent } from "../writes/change-order.ts";
import { insertOrderLines, insertOrderRow } from "../writes/insert-order.ts";
import { writePlan } from "../writes/instalments.ts";
import { storePurchases } from "../writes/store-purchases.ts";

interface AddedOrder {
  recordID: RecordId;
  orderID: string;
}

/**
 * Makes an order for a lead that the actor sees. A repetition with the same proposed id, or the same `key`, returns the
 * existing order. Throws NOT_FOUND for a lead that is not visible, STALE_DATA if the existing order differs from the form,
 * FIELD_INVALID for impossible prices, ORDER_PRICE_CHANGED if the total is not the expected one, DISCOUNT_OVER_LIMIT
 * for more than the actor may give, and FREE_LINE_OVER_LIMIT for prices that they may not set; prices of a customer's
 * cart are exempt.
 */
export function addOrder(
  db: Database,
  actor: Actor,
  form: OrderForm,
  { key, isCart = false }: { key?: string | undefined; isCart?: boolean } = {},
): Promise<AddedOrder> {
  requireAccess(actor, orders.add);
  const scope = scopeOf(actor, "crm:lead:all");
  const recordID = form.recordID ?? RecordId.parse(idOfKey(actor, "order", key));
  return inTransaction(db, scope, async (tx) => {
    const buyer = await lockBuyer(tx, scope, form.leadId);
    const made = await madeAlready(tx, scope, { recordID, actor, form: isCart ? null : form });
    if (made) return made;
    const day = today(await timeZoneOf(tx, scope, buyer.branchId));
    const products = await soldProducts(tx, scope, { form, day });
    const read = readOrderForm(await inCurrency(tx, scope, { form, products }), products);
    const limit = await discountLimitOf(tx, scope, actor);
    if (!isCart) refuseFreeLines(limit, read);
    requireDiscountWithin(limit, read);
    requireExpected(form, read);
    const orderID = await insertOrder(tx, scope, { actor, form, read, recordID, buyer, day });
    return { recordID, orderID };
  });
}

/** The order with an id that the same person proposed before. `form`: what it must match; null: anything. */
async function madeAlready(
  tx: Tx,
  scope: Scope,
  { recordID, actor, form }: { recordID: RecordId; actor: Actor; form: OrderForm | null },
): Promise<AddedOrder | null> {
  const found = await findRow(tx, scope, "sale_order", { order_id: recordID });
  if (!found) return null;
  if (found.created_by !== actor.accountId) throw takenId("recordID");
  // The first answer was lost, and the form was changed before it was resent.
  if (form && !isSameOrder(found, await linesOf(tx, scope, [recordID]), form)) throw new AppError("STALE_DATA");
  return { recordID, orderID: found.order_number };
}

type Line = Selectable<Schema["order_line"]>;

/** Whether an order matches a form. Fields that can change later are only compared while the order is unchanged. */
function isSameOrder(order: Order, lines: readonly Line[], form: OrderForm): boolean {
  const { currency } = order;
  return (
    order.lead_id === form.leadId &&
    order.pay_method === form.payMethod &&
    currency === (form.currency ?? currency) &&
    order.tax_rate === Math.round(form.taxRate * 100) &&
    order.tax_included === form.taxIncluded &&
    lines.length === form.items.length &&
    lines.every((line, index) => isSameLine(order, line, form.items[index])) &&
    (order.version > 1 || isAsGiven(order, form))
  );
}

function isSameLine({ currency }: Order, line: Line, item: OrderForm["items"][number] | undefined): boolean {
  if (!item || line.quantity !== item.quantity || line.product_id !== (item.productID ?? null)) return false;
  // A product has the price of the day on which it was ordered.
  if (item.productID !== undefined) return true;
  return line.name === item.name && line.price_minor === toMinor(item.officialPrice, currency);
}

function isAsGiven(order: Order, { discount, note, instalments }: OrderForm): boolean {
  const { kind, value, reason } = discount;
  const given = kind === "amount" ? toMinor(value, order.currency) : Math.round(value * 100);
  return (
    order.discount_kind === kind &&
    (kind === "none" || (order.discount_value === given && order.discount_reason === reason)) &&
    order.note === note &&
    order.instalment_count === instalments.length
  );
}

/** The catalogue's price may have changed since the form showed it and the customer was quoted. */
function requireExpected({ expectedTotal }: OrderForm, { price, currency }: ReadOrder): void {
  if (expectedTotal === undefined || toMinor(expectedTotal, currency) === price.totalMinor) return;
  throw new AppError("ORDER_PRICE_CHANGED", { amount: moneyText(fromMinor(price.totalMinor, currency), currency) });
}

interface NewRow {
  actor: Actor;
  form: OrderForm;
  read: ReadOrder;
  recordID: RecordId;
  buyer: Awaited<ReturnType<typeof lockBuyer>>;
  day: string;
}

async function insertOrder(tx: Tx, scope: Scope, row: NewRow): Promise<string> {
  const { actor, form, read, recordID, buyer, day } = row;
  const { payMethod, note, discount } = form;
  const instalments = readPlan(form.instalments, { totalMinor: read.price.totalMinor, currency: read.currency });
  const order = await insertOrderRow(tx, scope, {
    ...{ recordID, day, read, payMethod, note, buyer },
    payType: "product",
    coveredMonth: form.coveredMonth,
    invoice: form.invoice,
    instalments,
    discountReason: discount.kind === "none" ? "" : discount.reason,
    createdBy: actor.accountId,
  });
  // This number of collisions is no accident: the proposed id belongs to another lead or is not visible.
  if (!order) throw takenId("recordID");
  await insertOrderLines(tx, scope, { recordID, read });
  await requireSold(tx, scope, row);
  await writePlan(tx, scope, recordID, instalments);
  const amountMinor = order.total_minor;
  await addEvent(tx, scope, order, { kind: "created", amountMinor, accountId: actor.accountId });
  if (order.status === "paid") {
    await storePurchases(tx, order);
    await addEvent(tx, scope, order, { kind: "paid", amountMinor, accountId: actor.accountId });
  }
  await recordChange(tx, actor, {
    module: "order",
    action: "created",
    subject: { type: "order", id: recordID, name: order.order_number },
    before: {},
    after: {
      ...auditOf(order),
      lead: buyer.nickname,
      ...(instalments.length > 0 && { instalments: instalments.map(({ dueOn }) => dueOn).join(", ") }),
      items: read.items.map(({ name, quantity }) => ({ name, quantity })),
    },
  });
  return order.order_number;
}

/** Written lines prevent the deletion of their products; a product that was deleted just before is refused. */
async function requireSold(tx: Tx, scope: Scope, { form, read, day }: NewRow): Promise<void> {
  const sold = await soldProducts(tx, scope, { form, day });
  const gone = read.items.findIndex(({ productId }) => productId !== null && !sold.has(productId));
  if (gone < 0) return;
  const field = `items.${gone}.productID`;
  throw new AppError("FIELD_INVALID", {}, { fields: [{ field, name: "FIELD_INVALID", isNoChoice: true }] });
}

/** The audit log's entry of an order. */
function auditOf(order: Order): Record<string, unknown> {
  const amount = (minor: number) => fromMinor(minor, order.currency);
  return {
    currency: order.currency,
    amount: amount(order.gross_minor),
    discount: amount(order.discount_minor),
    ...(order.discount_reason && { discountReason: order.discount_reason }),
    tax: amount(order.tax_minor),
    total: amount(order.total_minor),
    payMethod: order.pay_method,
    status: order.status,
  };
}
