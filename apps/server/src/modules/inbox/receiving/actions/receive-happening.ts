import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import { lockKnownContact } from "../../contacts/writes/recognise-contact.ts";
import { addLine } from "../../conversations/writes/add-line.ts";
import { type Conversation, lockConversation } from "../../conversations/writes/change-conversation.ts";
import type { InboundChannel, InboundHappening } from "../../port.ts";
import { customerTime } from "../../rules.ts";

/**
 * Adds a line to the conversation of a known person. It never creates a lead. A line that would repeat the
 * conversation's last one is skipped: a busy group must not fill a conversation.
 */
export async function receiveHappening(tx: Tx, channel: InboundChannel, event: InboundHappening): Promise<void> {
  const contact = await lockKnownContact(tx, channel, event.from);
  const conversation = contact && (await lockConversation(tx, channel.organizationId, { leadId: contact.lead_id }));
  if (!conversation) return;
  const details = { systemType: event.happening, providerType: event.providerType.slice(0, 100) };
  if (await isRepeated(tx, conversation, event)) return;
  const at = customerTime(event.at, new Date());
  const line = { messageId: MessageId.parse(v7()), kind: "system" as const, text: "", details, senderId: null, at };
  await addLine(tx, conversation, line);
}

async function isRepeated(tx: Tx, conversation: Conversation, { happening }: InboundHappening): Promise<boolean> {
  const last = await tx
    .selectFrom("message")
    .select(["kind", "details"])
    .where("organization_id", "=", conversation.organization_id)
    .where("conversation_id", "=", conversation.conversation_id)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.kind === "system" && last.details["systemType"] === happening;
}
