import { toMinor } from "@homeroom/contract/money";
import type { OrderForm } from "@homeroom/contract/orders";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import type { Order } from "../queries/orders.ts";

type Line = Selectable<Schema["order_line"]>;

/** Whether an order matches a form. Editable values are only compared as long as the order has not been changed. */
export function isSameOrder(order: Order, lines: readonly Line[], form: OrderForm): boolean {
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
  // A product keeps the price of the day of the order.
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
