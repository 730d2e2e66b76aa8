import type { MessageRow } from "@homeroom/contract/chat";
import { chatTemplates } from "@homeroom/contract/chat-templates";
import type { MessageId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Binder } from "#platform/http/bind";
import type { Message } from "../../conversations/writes/change-conversation.ts";
import type { Inbox } from "../../inbox.ts";
import { sendTemplate } from "../actions/send-template.ts";
import { presentTemplateChoices } from "../present.ts";

/** Templates in a conversation: which can be sent, and sending one. */
export function bindTemplateCalls(
  bind: Binder,
  inbox: Inbox,
  shared: {
    present(actor: Actor, message: Message): Promise<MessageRow>;
    idOfKey(actor: Actor, key: string | undefined): MessageId | undefined;
  },
): void {
  bind(chatTemplates.choices, (request, { actor }) => presentTemplateChoices(inbox, actor, request));
  bind(chatTemplates.send, async (form, { actor, header }) => {
    const messageId = form.messageId ?? shared.idOfKey(actor, header("idempotency-key"));
    return shared.present(actor, await sendTemplate(inbox, actor, { ...form, messageId }));
  });
}
