import { carts } from "@homeroom/contract/carts";
import type { MessageId } from "@homeroom/contract/ids";
import { api } from "#platform/api.ts";

/** Makes an order of the cart in a chat message; again it is the same order. */
export async function orderCart(messageId: MessageId): Promise<{ orderID: string; unknown: string[] }> {
  return (await api.call(carts.order, { messageId })).resultData;
}
