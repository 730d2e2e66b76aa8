import type { ConversationCard } from "@homeroom/contract/chat";
import { lineCost } from "../line-cost.ts";
import { replyWindow } from "./reply-window.ts";

/** Whether a person may write to a customer now, or the first reason why not. */
export type ComposerState =
  | "open"
  | "noPermission"
  | "onlyTemplates"
  | "stopped"
  | "blocked"
  | "neverWrote"
  | "over"
  | "quotaUsedUp";

export function composerState(card: ConversationCard, now: Date): ComposerState {
  const maySendTemplates = card.can.template && card.channel.kind === "whatsapp";
  if (!card.can.send && !maySendTemplates) return "noPermission";
  if (card.channel.stoppedReason !== null) return "stopped";
  if (card.blocked) return "blocked";
  if (!card.can.send) return "onlyTemplates";
  // LINE has no window: there the month's quota decides.
  if (card.channel.kind === "line")
    return card.line && lineCost(card.line, now).kind === "usedUp" ? "quotaUsedUp" : "open";
  const { state } = replyWindow(card, now);
  if (state === "none") return "neverWrote";
  return state === "over" ? "over" : "open";
}
