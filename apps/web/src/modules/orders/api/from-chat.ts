import { carts } from "@homeroom/contract/carts";
import { chatTemplates, type TemplateChoice } from "@homeroom/contract/chat-templates";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { LeadId, MessageId } from "@homeroom/contract/ids";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { api } from "#platform/api.ts";

/** Makes an order from the cart in a chat message. Idempotent. */
export async function orderCart(messageId: MessageId): Promise<{ orderID: string; unknown: string[] }> {
  return (await api.call(carts.order, { messageId })).resultData;
}

/** Adds the picture of a chat message to the transfer desk; returns the address at which it is checked. */
export async function addTransfer(messageId: MessageId): Promise<string> {
  const { recordID } = (await api.call(transferProofs.addFromMessage, { messageId })).resultData;
  return `/users/order?view=transfers&transfer=${recordID}`;
}

/** The templates that can be sent to a lead now. */
export async function templateChoices(leadId: LeadId, signal: AbortSignal): Promise<TemplateChoice[]> {
  return (await api.call(chatTemplates.choices, { leadId }, { signal })).resultData.list;
}

export async function sendTemplate(form: RequestInput<typeof chatTemplates.send>): Promise<void> {
  await api.call(chatTemplates.send, form);
}
