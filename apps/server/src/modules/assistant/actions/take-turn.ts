import { type AgentFailure, agentFailures } from "@homeroom/contract/assistant";
import type { ConversationId } from "@homeroom/contract/ids";
import { mayBeAnswered, type Talk, talkOf } from "#modules/inbox/public";
import { gptStatus, lockGptStatus, setGptStatus } from "#modules/leads/public";
import { timeZoneOf } from "#modules/organizations/public";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { activeAgent, doneByItself, usageOf } from "../queries/agents.ts";
import type { AssistantTurn } from "../queries/turns.ts";
import { type Decision, decideTurn, type HoldSpan } from "../rules/decide-turn.ts";
import { unanswered, upToCustomer } from "../rules/unanswered.ts";
import type { Assistant } from "./assistant.ts";
import { type Claim, changeTurn, lockTurn } from "./change-turn.ts";
import { explainSilence } from "./explain-silence.ts";

/** The number of messages read to understand the customer. */
const messagesRead = 30;

/**
 * Decides what to do about a conversation and claims it: returns the claim, a time to check again, or null. `draft`: a
 * person requests a suggestion, regardless of what the assistant would do by itself.
 */
export async function takeTurn(
  tx: Tx,
  scope: Scope,
  of: { assistant: Assistant; conversationId: ConversationId; draft: boolean; held?: HoldSpan | undefined },
): Promise<Claim | Date | null> {
  const talk = await talkOf(tx, scope, { conversationId: of.conversationId, last: messagesRead });
  const agent = talk && (await activeAgent(tx, scope, talk.branchId));
  if (!talk || !agent || (of.draft && agent.attention_at)) return null;
  // Locked first, as by every writer to this customer.
  const status = await lockGptStatus(tx, scope, talk.leadId);
  const turn = await lockTurn(tx, scope, of.conversationId);
  const now = new Date();
  const timeZone = await timeZoneOf(tx, scope, talk.branchId);
  const day = dayOf(now, timeZone);
  const usage = (await usageOf(tx, scope, new Map([[agent.agent_id, day]]))).get(agent.agent_id);
  const decision = of.draft
    ? asked(talk)
    : decideTurn({
        now,
        settings: agent.settings,
        activeSince: agent.active_since,
        timeZone,
        gptStatus: status,
        conversationSince: talk.createdAt,
        messages: talk.messages,
        turn: standing(turn),
        doneToday: doneByItself(usage),
        held: of.held,
      });
  const seen = { seen_position: talk.messages.at(-1)?.position ?? 0 };
  if (decision.kind === "nothing" || decision.kind === "wait") {
    await changeTurn(tx, turn, seen);
    return decision.kind === "wait" ? decision.until : null;
  }
  const draft = of.draft || agent.settings.way === "draft";
  // A person who holds the conversation may still get suggestions. `conversation.freed` brings another look.
  if (!draft && !(await of.assistant.mayAnswer(tx, scope, talk))) {
    await changeTurn(tx, turn, seen);
    return null;
  }
  const silence = decision.kind === "answer" ? await silenceOf(tx, scope, { talk, agent, draft }) : null;
  if (silence) {
    const left = silence === "closed" && { answered_position: decision.position };
    await changeTurn(tx, turn, { ...seen, agent_id: agent.agent_id, ...left });
    await explainSilence(tx, scope, { talk, agent, decision }, silence);
    return null;
  }
  if (decision.switchesOn) await setGptStatus(tx, scope, { leadId: talk.leadId, status: gptStatus.on });
  // A new question starts with all its attempts.
  const attempts = turn.claimed_position === decision.position ? turn.attempts : 0;
  await changeTurn(tx, turn, {
    ...seen,
    agent_id: agent.agent_id,
    claimed_position: decision.position,
    claimed_at: now,
    retry_at: null,
    opened_at: turn.opened_at ?? now,
    attempts,
  });
  return { talk, agent, turn: { ...turn, attempts }, day, decision, draft, forced: of.draft };
}

/** Why no agent is called although the customer should be answered: it needs attention, or its answer could not be sent. */
async function silenceOf(
  tx: Tx,
  scope: Scope,
  { talk, agent, draft }: Pick<Claim, "talk" | "agent" | "draft">,
): Promise<AgentFailure | "closed" | null> {
  if (agent.attention_at) return agentFailures.find((one) => one === agent.attention_reason) ?? "unknown";
  return draft || (await mayBeAnswered(tx, scope, talk.conversationId)) ? null : "closed";
}

function asked({ messages: said }: Talk): Decision {
  const open = unanswered(upToCustomer(said));
  return open ? { kind: "answer", position: open.position, switchesOn: false } : { kind: "nothing" };
}

function standing(turn: AssistantTurn) {
  return {
    claimedPosition: turn.claimed_position,
    claimedAt: turn.claimed_at,
    answeredPosition: turn.answered_position,
    retryAt: turn.retry_at,
    answersInRow: turn.answers_in_row,
    openedAt: turn.opened_at,
  };
}
