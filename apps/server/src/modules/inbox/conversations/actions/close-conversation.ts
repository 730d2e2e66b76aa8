import type { ConversationId, RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { itemsByIds } from "#modules/lists/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Database, Tx } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { emit } from "#platform/outbox/events";
import { conversationRead } from "../../events.ts";
import { stateOf } from "../queries/conversation-filters.ts";
import { addConversationEvent, openState } from "../writes/add-conversation-event.ts";
import { changeConversation, sayConversationChanged } from "../writes/change-conversation.ts";
import { withConversation } from "../writes/with-conversation.ts";
import { releaseHold } from "./hold-conversation.ts";

/** Closes a conversation, which counts as having read it. One that is closed stays as it was closed first. */
export function closeConversation(
  db: Database,
  actor: Actor,
  of: { conversationId: ConversationId; resultID?: RecordId | undefined },
): Promise<void> {
  const { conversationId } = of;
  const wanted = { conversationId, permission: "chat:message:label" } as const;
  return withConversation(db, actor, wanted, async (tx, scope, conversation) => {
    const result = of.resultID ? await resultName(tx, scope, of.resultID) : "";
    if (stateOf(conversation) === "closed") return;
    await releaseHold(tx, conversation);
    const changed = await changeConversation(tx, conversation, {
      ...openState,
      closed_at: new Date(),
      closed_by: actor.accountId,
      unread_count: 0,
      assistant_note: null,
      waiting_since: null,
    });
    const details = result === "" ? {} : { result };
    await addConversationEvent(tx, changed, { kind: "closed", actorId: actor.accountId, details });
    await sayConversationChanged(tx, changed, null);
    if (conversation.unread_count === 0) return;
    const { organizationId } = scope;
    await emit(tx, conversationRead, { organizationId, aggregateId: conversationId, payload: { conversationId } });
  });
}

/** The name of a contact result, kept as text: the line in the conversation shows the name it had that day. */
async function resultName(tx: Tx, scope: Scope, id: RecordId): Promise<string> {
  const item = (await itemsByIds(tx, scope, [id])).get(id);
  const fits = item?.projectID === customLists.contactResults;
  if (!fits) refuseFaults([{ field: "resultID", name: "FIELD_INVALID" }]);
  return item?.name ?? "";
}
