import { carts } from "@homeroom/contract/carts";
import type { MessageId } from "@homeroom/contract/ids";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { api } from "#platform/api.ts";

/** Makes an order of the cart in a chat message; again it is the same order. */
export async function orderCart(messageId: MessageId): Promise<{ orderID: string; unknown: string[] }> {
  return (await api.call(carts.order, { messageId })).resultData;
}

/** Puts the picture of a chat message on the transfer desk. */
export async function addTransfer(messageId: MessageId): Promise<void> {
  await api.call(transferProofs.addFromMessage, { messageId });
}
