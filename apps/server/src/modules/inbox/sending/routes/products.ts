import type { MessageRow } from "@homeroom/contract/chat";
import { chatProducts } from "@homeroom/contract/chat-products";
import type { MessageId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Binder } from "#platform/http/bind";
import type { Message } from "../../conversations/writes/change-conversation.ts";
import type { Inbox } from "../../inbox.ts";
import { sendProducts } from "../actions/send-products.ts";
import { presentProductChoices } from "../present.ts";

/** Products in a conversation: which can be sent, and sending them. */
export function bindProductCalls(
  bind: Binder,
  inbox: Inbox,
  shared: {
    present(actor: Actor, message: Message): Promise<MessageRow>;
    idOfKey(actor: Actor, key: string | undefined): MessageId | undefined;
  },
): void {
  bind(chatProducts.choices, (request, { actor }) => presentProductChoices(inbox, actor, request));
  bind(chatProducts.send, async (form, { actor, header }) => {
    const messageId = form.messageId ?? shared.idOfKey(actor, header("idempotency-key"));
    return shared.present(actor, await sendProducts(inbox, actor, { ...form, messageId }));
  });
}
