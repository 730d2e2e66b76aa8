import type { AssistantEvent } from "@homeroom/contract/chat-assistant";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { eventsOf } from "../queries/turns.ts";
import type { Claim } from "./change-turn.ts";
import { publishChange } from "./publish-change.ts";
import { recordEvent } from "./record-event.ts";

/**
 * Shows in a conversation that the assistant does not answer although it should, and why: once, until one of
 * the staff has answered.
 */
export async function explainSilence(
  tx: Tx,
  scope: Scope,
  claim: Pick<Claim, "talk" | "agent" | "decision">,
  reason: AssistantEvent["reason"],
): Promise<void> {
  const { talk } = claim;
  const [last] = await eventsOf(tx, scope, { conversationId: talk.conversationId, limit: 1 });
  const answered = talk.messages.findLast(({ direction, author }) => direction === "out" && author === "staff");
  const isNotified = last?.kind === "failed" && last.reason === reason;
  if (isNotified && (!answered || answered.createdAt < last.created_at)) return;
  await recordEvent(tx, scope, { claim, kind: "failed", reason });
  await publishChange(tx, scope, talk);
}
