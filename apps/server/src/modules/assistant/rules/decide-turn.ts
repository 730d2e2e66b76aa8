import type { AgentSettings } from "@homeroom/contract/assistant";
import type { HandOverReason } from "@homeroom/contract/chat-assistant";
import { isWithin } from "#modules/lead-rules/public";
import { gptStatus } from "#modules/leads/public";
import { type Line, unanswered } from "./unanswered.ts";

/** The time after which an agent is called again if the calling process has died. */
const claimMs = 120_000;
/** Older messages are left to people. */
export const staleMs = 30 * 60_000;

/** The facts that decide whether the assistant answers now. */
export interface TurnSituation {
  now: Date;
  settings: AgentSettings;
  activeSince: Date | null;
  timeZone: string;
  gptStatus: number;
  conversationSince: Date;
  messages: readonly Line[];
  turn: {
    claimedPosition: number;
    claimedAt: Date | null;
    answeredPosition: number;
    retryAt: Date | null;
    answersInRow: number;
    /** Since when it has been decided for this customer whether it is on. */
    openedAt: Date | null;
  };
  /** The agent's automatic actions of today, answered or not: each may have been a paid call. */
  doneToday: number;
  /** From when to when somebody held the conversation, if this look follows the end of that hold. */
  held?: HoldSpan | undefined;
}

export interface HoldSpan {
  since: Date;
  until: Date;
}

export type Decision =
  | { kind: "nothing" }
  | { kind: "wait"; until: Date }
  | ({ position: number /** A new customer: it is on for them from now on. */; switchesOn: boolean } & (
      | { kind: "limited" | "answer" }
      | { kind: "handOver"; reason: HandOverReason }
    ));

const nothing: Decision = { kind: "nothing" };

/** What the assistant does about a conversation now. */
export function decideTurn(situation: TurnSituation): Decision {
  const { now, settings, turn, messages } = situation;
  const open = unanswered(messages);
  if (!open || open.position <= turn.answeredPosition) return nothing;
  const staleAt = waitsSince(open.lastAt, situation.held).getTime() + staleMs;
  if (now.getTime() > staleAt) return nothing;
  const switchesOn = isNewCustomer(situation);
  if (!switchesOn && !answersAt(settings.way, situation.gptStatus)) return nothing;
  if (!isAnswering(situation, now)) {
    const until = nextAnswering(situation, staleAt);
    return until ? { kind: "wait", until } : nothing;
  }

  const quietAt = new Date(open.lastAt.getTime() + settings.waitSeconds * 1000);
  const until = turn.retryAt && turn.retryAt > quietAt ? turn.retryAt : quietAt;
  if (until > now) return { kind: "wait", until };
  // The process that claimed it may have died: without another check the question would be lost.
  const freeAt = turn.claimedPosition === open.position && turn.claimedAt ? turn.claimedAt.getTime() + claimMs : 0;
  if (freeAt > now.getTime()) return { kind: "wait", until: new Date(freeAt) };

  const about = { position: open.position, switchesOn };
  if (situation.doneToday >= settings.dailyLimit) return { kind: "limited", ...about };
  const hasWord = settings.handOverWords.some((word) => open.text.toLowerCase().includes(word.toLowerCase()));
  if (hasWord) return { kind: "handOver", reason: "asked", ...about };
  const inRow = hasPersonSpoken(messages) ? 0 : turn.answersInRow;
  if (inRow >= settings.mostInARow) return { kind: "handOver", reason: "inARow", ...about };
  return { kind: "answer", ...about };
}

/** While somebody held the conversation, the assistant could not answer: that time does not make a question stale. */
function waitsSince(lastAt: Date, held: HoldSpan | undefined): Date {
  return held && lastAt >= held.since && lastAt < held.until ? held.until : lastAt;
}

/** Whether it is on for a customer. In suggestion mode a message of staff does not pause it. */
export function answersAt(way: AgentSettings["way"], status: number): boolean {
  return status === gptStatus.on || (status === gptStatus.paused && way === "draft");
}

/** It starts by itself for customers whose first message came after it was activated. */
function isNewCustomer({
  settings,
  gptStatus: status,
  messages,
  turn,
  activeSince,
  conversationSince,
}: TurnSituation): boolean {
  if (settings.opening !== "automatic" || status !== gptStatus.off || turn.openedAt !== null) return false;
  if (activeSince === null || conversationSince < activeSince) return false;
  return !messages.some(({ direction, author }) => direction === "out" && author !== "automatic");
}

/** Without office hours every time counts as outside of them. */
function isAnswering({ settings, timeZone }: TurnSituation, at: Date): boolean {
  const { answersWhen, hours } = settings;
  if (answersWhen === "always") return true;
  const inOffice = hours.length > 0 && isWithin(hours, at, timeZone);
  return answersWhen === "inside" ? inOffice : !inOffice;
}

const minuteMs = 60_000;

/** Checked at the minute in which its hours begin: a question from just before would otherwise be lost. */
function nextAnswering(situation: TurnSituation, staleAt: number): Date | undefined {
  const first = (Math.floor(situation.now.getTime() / minuteMs) + 1) * minuteMs;
  const minutes = Math.max(0, Math.floor((staleAt - first) / minuteMs) + 1);
  return Array.from({ length: minutes }, (_, minute) => new Date(first + minute * minuteMs)).find((at) =>
    isAnswering(situation, at),
  );
}

/** Whether our last message was written by a person. */
function hasPersonSpoken(messages: readonly Line[]): boolean {
  return (
    messages.findLast(({ direction, author }) => direction === "out" && author !== "automatic")?.author === "staff"
  );
}
