import type { ConversationRow } from "@homeroom/contract/chat";

const hour = 3_600_000;

/** The state of the reply window: `open`, `short` (the last three hours), `over`, or `none` if the customer never wrote. */
export type WindowState = "open" | "short" | "over" | "none";

export interface ReplyWindow {
  state: WindowState;
  /** The share that is left, from 1 to 0. */
  share: number;
}

/** The reply window at a moment: 24 hours after the customer's last message, 72 after one that came from an ad. */
export function replyWindow(of: Pick<ConversationRow, "windowEndsAt" | "adWindow">, now: Date): ReplyWindow {
  if (of.windowEndsAt === null) return { state: "none", share: 0 };
  const left = new Date(of.windowEndsAt).getTime() - now.getTime();
  if (left <= 0) return { state: "over", share: 0 };
  const whole = (of.adWindow ? 72 : 24) * hour;
  return { state: left < 3 * hour ? "short" : "open", share: Math.min(1, left / whole) };
}
