import { agentFailures } from "@homeroom/contract/assistant";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { eventsOf } from "../queries/turns.ts";
import type { Claim } from "./change-turn.ts";
import { recordEvent } from "./record-event.ts";
import { sayChanged } from "./say-changed.ts";

/**
 * Tells a conversation's people that the assistant does not answer there because its agent needs attention, and why: once,
 * until one of them has answered.
 */
export async function explainSilence(
  tx: Tx,
  scope: Scope,
  claim: Pick<Claim, "talk" | "agent" | "decision">,
): Promise<void> {
  const { talk, agent } = claim;
  const reason = agentFailures.find((one) => one === agent.attention_reason) ?? "unknown";
  const [last] = await eventsOf(tx, scope, { conversationId: talk.conversationId, limit: 1 });
  const answered = talk.said.findLast(({ direction, author }) => direction === "out" && author === "staff");
  const isTold = last?.kind === "failed" && last.reason === reason;
  if (isTold && (!answered || answered.createdAt < last.created_at)) return;
  await recordEvent(tx, scope, { claim, kind: "failed", reason });
  await sayChanged(tx, scope, talk);
}
