import { needsAttention } from "@homeroom/contract/assistant";
import type { HandOverReason } from "@homeroom/contract/chat-assistant";
import { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { v7 } from "uuid";
import { clearAssistantNote, findConversation, sendAssistantAnswer } from "#modules/inbox/public";
import { gptStatus, lockGptStatus, setGptStatus } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { assistantHandedOver } from "../events.ts";
import type { AgentAnswer, AgentProblem, Outcome } from "../port.ts";
import { activeAgent } from "../queries/agents.ts";
import type { AssistantTurn } from "../queries/turns.ts";
import { behindOpening, maxAnswerLength } from "../rules/instructions.ts";
import { unanswered } from "../rules/unanswered.ts";
import type { Assistant } from "./assistant.ts";
import { type Claim, changeTurn, lockTurn } from "./change-turn.ts";
import { explainSilence } from "./explain-silence.ts";
import { publishChange } from "./publish-change.ts";
import { recordEvent } from "./record-event.ts";
import { recordTrouble } from "./record-trouble.ts";
import { recordUsage } from "./record-usage.ts";

const waits = [20_000, 60_000, 180_000];
const longestWait = 10 * 60_000;

/** When to retry a failed agent, by the number of attempts; null: no more. */
function nextAttempt(problem: AgentProblem, attempts: number, now: Date): Date | null {
  const wait = waits[attempts - 1];
  if (!problem.passing || wait === undefined) return null;
  const asked = Math.min(problem.retryAfterMs ?? 0, longestWait);
  return new Date(now.getTime() + Math.max(wait, asked));
}

/** Sent to a customer on a handover, if the centre has no text of its own. */
const handOverTexts: Readonly<Record<Language, string>> = {
  "zh-tw": "收到，稍後由專人為您回覆，謝謝。",
  "zh-cn": "收到，稍后由人工客服为您回复，谢谢。",
  en: "Thank you. One of our team will get back to you shortly.",
};

/** In the customer's language, as far as the script shows it. */
function handOverTextFor(written: string): string {
  if (!/\p{Script=Han}/u.test(written)) return handOverTexts.en;
  return /[这们请问题时间费报课学员么吗为谁说话电号]/.test(written) ? handOverTexts["zh-cn"] : handOverTexts["zh-tw"];
}

interface Settling {
  assistant: Assistant;
  claim: Claim;
  outcome: Outcome | null;
}

/**
 * Applies the outcome of a claimed turn, as long as it is still valid: on for this customer, its agent active, nobody
 * has written since. The agent's current form counts. Returns when to try again, if the agent could not answer or another
 * one should.
 */
export async function settleTurn(tx: Tx, scope: Scope, { assistant, claim, outcome }: Settling): Promise<Date | null> {
  const { decision, forced } = claim;
  const status = await lockGptStatus(tx, scope, claim.talk.leadId);
  const talk = await talkNow(tx, scope, claim.talk);
  if (!talk) return null;
  const turn = await lockTurn(tx, scope, talk.conversationId);
  // Another process has claimed a later question, or this one after us.
  const isDone = !forced && turn.answered_position >= decision.position;
  if (turn.claimed_position !== decision.position || isDone) return null;
  const agent = await activeAgent(tx, scope, talk.branchId);
  if (agent?.agent_id !== claim.agent.agent_id) {
    await changeTurn(tx, turn, { claimed_at: null });
    return agent ? new Date() : null;
  }
  const draft = forced || agent.settings.way === "draft";
  const isOn = status === gptStatus.on || (draft && status === gptStatus.paused);
  const mayGoOn = forced || (isOn && (draft || (await assistant.mayAnswer(tx, scope, talk))));
  if (!mayGoOn) {
    await changeTurn(tx, turn, { claimed_at: null });
    return null;
  }
  // Texts come from the current form, even if it changed since the call; failures refer to the agent as it was called.
  if (outcome?.kind === "trouble")
    return fail(tx, scope, { claim: { ...claim, talk, draft }, turn, problem: outcome.problem });
  await settle(tx, scope, { claim: { ...claim, talk, agent, draft }, turn, outcome });
  return null;
}

/**
 * The conversation's current state, locked: its branch and owners may have changed during the call. Undefined if
 * it no longer belongs to its lead, or the lead is deleted.
 */
async function talkNow(tx: Tx, scope: Scope, talk: Claim["talk"]): Promise<Claim["talk"] | undefined> {
  const found = await findConversation(tx, scope, { conversationId: talk.conversationId }, "lock");
  if (found?.lead_id !== talk.leadId) return undefined;
  return { ...talk, branchId: found.branch_id, salesId: found.sales_id, tutorId: found.tutor_id };
}

interface ClaimedTurn {
  claim: Claim;
  turn: AssistantTurn;
}

async function settle(
  tx: Tx,
  scope: Scope,
  { claim, turn, outcome }: ClaimedTurn & { outcome: AgentAnswer | null },
): Promise<void> {
  const { talk, decision, draft, forced } = claim;
  if (outcome?.kind === "said") {
    const { text, conversation } = outcome;
    await changeTurn(tx, turn, { provider_conversation: conversation });
    return (draft ? suggest : speak)(tx, scope, { claim, turn, text: text.slice(0, maxAnswerLength) });
  }
  if (decision.kind === "limited") return limit(tx, scope, { claim, turn });
  // The person who requested the suggestion is already there, so nobody is notified.
  if (forced) return leaveUnsaid(tx, scope, { claim, turn, reason: outcome?.reason ?? "unsure" });
  const reason = outcome?.reason ?? (decision.kind === "handOver" ? decision.reason : "asked");
  const summary = outcome?.summary || (unanswered(talk.messages)?.text ?? "");
  await handOver(tx, scope, { claim, turn, reason, summary });
}

async function speak(tx: Tx, scope: Scope, { claim, turn, text }: ClaimedTurn & { text: string }): Promise<void> {
  const { talk, agent, decision, day } = claim;
  const { openingText } = agent.settings;
  const isFirst = openingText !== "" && !talk.messages.some(({ author }) => author === "assistant");
  const words = isFirst ? behindOpening(openingText, text) : text;
  const { conversationId, leadId } = talk;
  const said = { conversationId, leadId, position: decision.position, text: words, now: new Date() };
  const told = await sendAssistantAnswer(tx, scope, said);
  if (told === "closed") return leaveClosed(tx, scope, { claim, turn });
  if (told === "overtaken") return changeTurn(tx, turn, { claimed_at: null });
  const inRow =
    talk.messages.findLast(({ direction }) => direction === "out")?.author === "staff" ? 0 : turn.answers_in_row;
  await changeTurn(tx, turn, {
    answered_position: decision.position,
    // The message just sent comes after it.
    seen_position: Math.max(turn.seen_position, decision.position + 1),
    answers_in_row: inRow + 1,
    attempts: 0,
    claimed_at: null,
  });
  await recordUsage(tx, scope, { agentId: agent.agent_id, day, what: "answers" });
  await publishChange(tx, scope, claim.talk);
}

/** Nothing may be sent, so a person must handle it. */
async function leaveClosed(tx: Tx, scope: Scope, { claim, turn }: ClaimedTurn): Promise<void> {
  await changeTurn(tx, turn, { answered_position: claim.decision.position, claimed_at: null });
  await explainSilence(tx, scope, claim, "closed");
}

async function suggest(tx: Tx, scope: Scope, { claim, turn, text }: ClaimedTurn & { text: string }): Promise<void> {
  const { talk, agent, decision, day } = claim;
  const position = talk.messages.at(-1)?.position ?? decision.position;
  const draft = { draft_id: RecordId.parse(v7()), agent_id: agent.agent_id, position, text };
  const key = { organization_id: scope.organizationId, conversation_id: talk.conversationId };
  await tx
    .insertInto("assistant_draft")
    .values({ ...key, ...draft })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "conversation_id"]).doUpdateSet({ ...draft, created_at: new Date() }),
    )
    .execute();
  await changeTurn(tx, turn, { answered_position: decision.position, attempts: 0, claimed_at: null });
  await clearAssistantNote(tx, scope, talk.conversationId);
  await recordUsage(tx, scope, { agentId: agent.agent_id, day, what: "drafts", asked: claim.forced });
  await publishChange(tx, scope, claim.talk);
}

/** Sends a polite line and hands over to a person. If nothing can be sent, staff are still notified. */
async function handOver(
  tx: Tx,
  scope: Scope,
  { claim, turn, reason, summary }: ClaimedTurn & { reason: HandOverReason; summary: string },
): Promise<void> {
  const { talk, agent, decision, day } = claim;
  const { conversationId, leadId, branchId, salesId, tutorId } = talk;
  const { position } = decision;
  if (!claim.draft) {
    const text = agent.settings.handOverText || handOverTextFor(unanswered(talk.messages)?.text ?? "");
    const told = await sendAssistantAnswer(tx, scope, { conversationId, leadId, position, text, now: new Date() });
    if (told === "overtaken") return changeTurn(tx, turn, { claimed_at: null });
    await setGptStatus(tx, scope, { leadId, status: gptStatus.off });
  }
  await changeTurn(tx, turn, { answered_position: position, answers_in_row: 0, attempts: 0, claimed_at: null });
  await recordEvent(tx, scope, { claim, kind: "handedOver", reason, summary });
  await recordUsage(tx, scope, { agentId: agent.agent_id, day, what: "handOvers" });
  await emit(tx, assistantHandedOver, {
    organizationId: scope.organizationId,
    aggregateId: conversationId,
    payload: { conversationId, leadId, branchId, salesId, tutorId, position },
  });
  await publishChange(tx, scope, claim.talk);
}

async function limit(tx: Tx, scope: Scope, { claim, turn }: ClaimedTurn): Promise<void> {
  await changeTurn(tx, turn, { answered_position: claim.decision.position, claimed_at: null });
  await recordEvent(tx, scope, { claim, kind: "limited" });
  await publishChange(tx, scope, claim.talk);
}

async function leaveUnsaid(
  tx: Tx,
  scope: Scope,
  { claim, turn, reason }: ClaimedTurn & { reason: HandOverReason },
): Promise<void> {
  await changeTurn(tx, turn, { claimed_at: null });
  await recordEvent(tx, scope, { claim, kind: "failed", reason });
  await publishChange(tx, scope, claim.talk);
}

const changedMs = 5000;

async function fail(
  tx: Tx,
  scope: Scope,
  { claim, turn, problem }: ClaimedTurn & { problem: AgentProblem },
): Promise<Date | null> {
  const attempts = turn.attempts + 1;
  const now = new Date();
  const stands = await recordTrouble(tx, scope, { agent: claim.agent, day: claim.day, problem, asked: claim.forced });
  const stops = needsAttention.includes(problem.reason);
  // The agent was fixed during the call: it is called once more with its new settings.
  const isRight = stops && !stands && attempts === 1;
  const next = isRight ? new Date(now.getTime() + changedMs) : nextAttempt(problem, attempts, now);
  const again = claim.forced ? null : next;
  const own = {
    attempts,
    retry_at: again,
    // Given up: the customer's messages are left to people. A stopped agent may be fixed in time.
    ...(again === null && !stops && { answered_position: claim.decision.position }),
  };
  // A suggestion does not count as an attempt: an automatic retry keeps its time.
  await changeTurn(tx, turn, { claimed_at: null, ...(claim.forced ? { retry_at: claim.turn.retry_at } : own) });
  if (again === null) await recordEvent(tx, scope, { claim, kind: "failed", reason: problem.reason });
  await publishChange(tx, scope, claim.talk);
  return again;
}
