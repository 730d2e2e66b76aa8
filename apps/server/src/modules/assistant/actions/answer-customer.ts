import type { ConversationId, OrganizationId } from "@homeroom/contract/ids";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AgentError, type Outcome } from "../port.ts";
import type { HoldSpan } from "../rules/decide-turn.ts";
import { pastOf, unanswered, upToCustomer } from "../rules/unanswered.ts";
import { type Assistant, accessOf, personSign, providerOf } from "./assistant.ts";
import type { Claim } from "./change-turn.ts";
import { settleTurn } from "./settle-turn.ts";
import { takeTurn } from "./take-turn.ts";

/**
 * Answers a customer's messages if the assistant should: once, however often this is called. The agent is called
 * outside of any transaction; whether it may still answer is decided with the customer's lead locked. Returns when to check
 * again: while the customer is still writing, or when the agent could not answer.
 */
export async function answerCustomer(
  assistant: Assistant,
  of: { organizationId: OrganizationId; conversationId: ConversationId; draft: boolean; held?: HoldSpan | undefined },
): Promise<Date | null> {
  const { db } = assistant.platform;
  const scope = organizationScope(of.organizationId);
  const { conversationId, draft, held } = of;
  const taken = await inTransaction(db, scope, (tx) => takeTurn(tx, scope, { assistant, conversationId, draft, held }));
  if (taken === null || taken instanceof Date) return taken;
  const outcome = await outcomeOf(assistant, taken);
  return inTransaction(db, scope, (tx) => settleTurn(tx, scope, { assistant, claim: taken, outcome }));
}

/** Some turns are decided without calling the agent. */
async function outcomeOf(assistant: Assistant, claim: Claim): Promise<Outcome | null> {
  const { agent, talk, turn, decision } = claim;
  if (decision.kind !== "answer") return null;
  // A person who requests a suggestion is already there.
  const mayHandOver = !claim.forced;
  const said = claim.forced ? upToCustomer(talk.messages) : talk.messages;
  const sameAgent = turn.agent_id === agent.agent_id;
  try {
    return await providerOf(assistant, agent.type).answer(accessOf(assistant, agent, { mayHandOver }), {
      past: pastOf(said),
      text: unanswered(said)?.text ?? "",
      conversation: sameAgent ? turn.provider_conversation : null,
      person: personSign(assistant, talk.conversationId),
      mayHandOver,
    });
  } catch (error) {
    if (error instanceof AgentError) return { kind: "trouble", problem: error.problem };
    // A bug of ours: staff see that the customer was not answered, and it is not retried for ever.
    assistant.platform.log.error({ err: error, conversationId: talk.conversationId }, "An agent could not be asked");
    return { kind: "trouble", problem: { reason: "unknown", passing: true, detail: "" } };
  }
}
