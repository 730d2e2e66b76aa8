import type { MessageRow } from "@homeroom/contract/chat";
import { dayKey } from "#platform/dates.ts";

/**
 * Runs work one after another per key. The state into which an answer is merged is then never newer than the answer;
 * otherwise "it is not in the answer" would mean nothing.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    const forget = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
}

/** A message as part of a conversation's flow. */
export interface FlowItem<Message> {
  message: Message;
  /** The first of its day: the day is shown above it. */
  startsDay: boolean;
  /** The first in a run of the same side, with a little more space above. */
  startsRun: boolean;
}

type SentMessage = Pick<MessageRow, "sentAt" | "direction" | "kind"> & { sender?: { accountID: string } | null };

const runMilliseconds = 10 * 60_000;

/** Which messages start a day or a run, in the branch's zone. */
export function flowOf<Message extends SentMessage>(messages: readonly Message[], zone?: string): FlowItem<Message>[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const startsDay = !before || dayKey(before.sentAt, zone) !== dayKey(message.sentAt, zone);
    return { message, startsDay, startsRun: startsDay || !before || breaksRun(before, message) };
  });
}

function breaksRun(before: SentMessage, message: SentMessage): boolean {
  if (before.kind === "system" || message.kind === "system") return true;
  if (before.direction !== message.direction) return true;
  if (before.sender?.accountID !== message.sender?.accountID) return true;
  return new Date(message.sentAt).getTime() - new Date(before.sentAt).getTime() > runMilliseconds;
}
