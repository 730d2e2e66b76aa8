import type { AssistantEvent, AssistantEventKind } from "@homeroom/contract/chat-assistant";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { setAssistantNote } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Claim } from "./change-turn.ts";

const maxSummaryLength = 600;

/** Adds a line to the conversation, and a mark in the list, visible to staff and not to the customer. */
export async function recordEvent(
  tx: Tx,
  scope: Scope,
  event: {
    claim: Pick<Claim, "talk" | "agent"> & { decision: { position: number } };
    kind: AssistantEventKind;
    reason?: AssistantEvent["reason"];
    summary?: string;
  },
): Promise<void> {
  const { talk, agent, decision } = event.claim;
  const { kind, reason = "" } = event;
  const { conversationId } = talk;
  const { position } = decision;
  await tx
    .insertInto("assistant_event")
    .values({
      organization_id: scope.organizationId,
      event_id: RecordId.parse(v7()),
      conversation_id: conversationId,
      agent_name: agent.nickname,
      kind,
      reason,
      summary: (event.summary ?? "").slice(0, maxSummaryLength),
      position,
    })
    .execute();
  await setAssistantNote(tx, scope, { conversationId, note: { kind, reason, position } });
}
