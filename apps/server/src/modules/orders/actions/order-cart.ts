import { carts } from "@homeroom/contract/carts";
import type { MessageId, RecordId } from "@homeroom/contract/ids";
import { type PayMethod } from "@homeroom/contract/order-words";
import { OrderForm } from "@homeroom/contract/orders";
import { sql } from "kysely";
import { type CartItem, customerCart } from "#modules/inbox/public";
import { organizationOf } from "#modules/organizations/public";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { orderIdOfCart, orderOfCart } from "../queries/cart-orders.ts";
import { currencyOfCountry } from "../rules/currency-of-country.ts";
import { type CartProduct, linesOfCart } from "../rules/lines-of-cart.ts";
import { addOrder } from "./add-order.ts";

interface CartOrder {
  recordID: RecordId;
  orderID: string;
  unknown: string[];
}

/**
 * Makes an order from the cart that a customer sent in a chat. One message makes one order, even if two people click at the
 * same time. Throws NOT_FOUND for a message that the actor does not see or that is not a cart, and FIELD_INVALID for a cart
 * that cannot be priced.
 */
export async function orderCart(
  db: Database,
  actor: Actor,
  { messageId, payMethod }: { messageId: MessageId; payMethod: PayMethod },
): Promise<CartOrder> {
  requireAccess(actor, carts.order);
  requirePermission(actor, "chat:message:query");
  const chat = scopeOf(actor, "chat:message:all");
  const recordID = orderIdOfCart(actor.organizationId, messageId);
  const read = await inTransaction(db, chat, async (tx) => {
    const cart = await customerCart(tx, chat, messageId);
    if (!cart || cart.items.length === 0) throw new AppError("NOT_FOUND");
    const products = await productsOfCart(tx, chat, cart.items);
    const country = (await organizationOf(tx, chat))?.country ?? "";
    return { leadId: cart.leadId, ...linesOfCart(cart.items, products, currencyOfCountry(country)) };
  });
  const { leadId, items, currency, unknown } = read;
  const made = () => inTransaction(db, chat, (tx) => orderOfCart(tx, chat, messageId));
  const before = await made();
  if (before) return { recordID, orderID: before, unknown };
  const form = OrderForm.safeParse({ recordID, leadId, items, currency, payMethod });
  if (!form.success)
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "messageId", name: "FIELD_INVALID" }] });
  try {
    return { ...(await addOrder(db, actor, form.data, { isCart: true })), unknown };
  } catch (error) {
    // A colleague made it at the same time.
    const other = error instanceof AppError && error.code === "FIELD_INVALID" ? await made() : undefined;
    if (other) return { recordID, orderID: other, unknown };
    throw error;
  }
}

async function productsOfCart(tx: Tx, scope: Scope, items: readonly CartItem[]): Promise<Map<string, CartProduct>> {
  const rows = await tx
    .selectFrom("cart_product")
    .select(["retailer_id", "product_id as productID", "name", "currency", "is_sold as isSold"])
    .where("organization_id", "=", scope.organizationId)
    .where(sql<boolean>`retailer_id = any(${sql.val(items.map(({ retailerId }) => retailerId))}::text[])`)
    // A deleted product's retailer ID may belong to another one now, which then counts.
    .orderBy("is_sold")
    .execute();
  return new Map(rows.map(({ retailer_id: retailerId, ...product }) => [retailerId, product]));
}
