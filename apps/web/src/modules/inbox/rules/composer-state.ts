import type { ConversationCard } from "@homeroom/contract/chat";
import { replyWindow } from "./reply-window.ts";

/** Whether a person may write to a customer now, or the first thing that keeps them from it. */
export type ComposerState = "open" | "noPermission" | "stopped" | "blocked" | "neverWrote" | "over";

export function composerState(card: ConversationCard, now: Date): ComposerState {
  if (!card.can.send) return "noPermission";
  if (card.channel.stoppedReason !== null) return "stopped";
  if (card.blocked) return "blocked";
  // LINE has no window: what may still be said there is a matter of the month's quota, which the server knows.
  if (card.channel.kind === "line") return "open";
  const { state } = replyWindow(card, now);
  if (state === "none") return "neverWrote";
  return state === "over" ? "over" : "open";
}
