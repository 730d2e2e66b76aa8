import { type MessageId, type OrganizationId, RecordId } from "@homeroom/contract/ids";
import { v5 } from "uuid";
import type { InboxOrders } from "#modules/inbox/public";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The id of the order made from a cart: one message makes one order. */
export function orderIdOfCart(organizationId: OrganizationId, messageId: MessageId): RecordId {
  return RecordId.parse(v5(`cart ${messageId}`, organizationId));
}

/** The number of the order made from a cart; undefined if there is none. */
export async function orderOfCart(tx: Tx, scope: Scope, messageId: MessageId): Promise<string | undefined> {
  return (await inboxOrders.ofCarts(tx, scope, [messageId])).get(messageId);
}

/** The orders made from carts in conversations. */
export const inboxOrders: InboxOrders = {
  async ofCarts(tx, { organizationId }, messageIds) {
    if (messageIds.length === 0) return new Map();
    const cartOf = new Map(messageIds.map((id) => [orderIdOfCart(organizationId, id), id]));
    const rows = await tx
      .selectFrom("sale_order")
      .select(["order_id", "order_number"])
      .where("organization_id", "=", organizationId)
      .where(isOneOf("order_id", [...cartOf.keys()]))
      .execute();
    return new Map(
      rows.flatMap(({ order_id: id, order_number: number }) => {
        const cart = cartOf.get(id);
        return cart ? [[cart, number] as const] : [];
      }),
    );
  },
};
