import type { Talk } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { assistantChanged } from "../events.ts";

/** Makes viewers of a conversation reload the assistant's state. */
export function publishChange(tx: Tx, scope: Scope, talk: Talk): Promise<void> {
  const { conversationId, leadId, branchId, salesId, tutorId } = talk;
  return emit(tx, assistantChanged, {
    organizationId: scope.organizationId,
    aggregateId: conversationId,
    payload: { conversationId, leadId, branchId, salesId, tutorId },
  });
}
