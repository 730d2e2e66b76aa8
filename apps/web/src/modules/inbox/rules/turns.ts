import type { MessageRow } from "@homeroom/contract/chat";
import { dayKey } from "#platform/dates.ts";

/**
 * Runs work one after another per key. What an answer is merged into then never knows more than the answer, which would
 * make "it is not in the answer" mean nothing.
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
  /** The first of its day: the day stands above it. */
  startsDay: boolean;
  /** The first of several of the same side in a row, with a little more space above. */
  startsRun: boolean;
}

type Placed = Pick<MessageRow, "sentAt" | "direction" | "kind"> & { sender?: { accountID: string } | null };

const runMilliseconds = 10 * 60_000;

/** Which messages begin a day or a run, in the branch's zone. */
export function flowOf<Message extends Placed>(messages: readonly Message[], zone?: string): FlowItem<Message>[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const startsDay = !before || dayKey(before.sentAt, zone) !== dayKey(message.sentAt, zone);
    return { message, startsDay, startsRun: startsDay || !before || breaksRun(before, message) };
  });
}

function breaksRun(before: Placed, message: Placed): boolean {
  if (before.kind === "system" || message.kind === "system") return true;
  if (before.direction !== message.direction) return true;
  if (before.sender?.accountID !== message.sender?.accountID) return true;
  return new Date(message.sentAt).getTime() - new Date(before.sentAt).getTime() > runMilliseconds;
}
