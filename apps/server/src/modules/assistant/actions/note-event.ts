import type { AssistantEvent, AssistantEventKind } from "@homeroom/contract/chat-assistant";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Claim } from "./take-turn.ts";

const longestSummary = 600;

/** Leaves a line in the conversation that its people see, and the customer does not. */
export async function noteEvent(
  tx: Tx,
  scope: Scope,
  event: { claim: Claim; kind: AssistantEventKind; reason?: AssistantEvent["reason"]; summary?: string },
): Promise<void> {
  const { talk, agent, decision } = event.claim;
  await tx
    .insertInto("assistant_event")
    .values({
      organization_id: scope.organizationId,
      event_id: RecordId.parse(v7()),
      conversation_id: talk.conversationId,
      agent_name: agent.nickname,
      kind: event.kind,
      reason: event.reason ?? "",
      summary: (event.summary ?? "").slice(0, longestSummary),
      position: decision.position,
    })
    .execute();
}
