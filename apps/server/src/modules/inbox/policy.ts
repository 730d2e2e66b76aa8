import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import { type Actor, can } from "#platform/auth/actor";
import { isWindowOpen } from "./rules.ts";

/** The facts that decide whether a free message may be sent to a contact. */
export interface SendingGround {
  /** Switched on by staff, and the provider lets this kind of message through. */
  channelSends: boolean;
  blockedAt: Date | null;
  /** Whether this kind of channel has a reply window. */
  hasWindow: boolean;
  windowEndsAt: Date | null;
  /** This month's quota is used up, and no event allows a free answer. */
  quotaUsedUp: boolean;
}

/** Why nothing may be sent to this contact now; null if sending is allowed. */
export function refusalToSend(ground: SendingGround, now: Date): RefusalName | null {
  if (!ground.channelSends) return "CHANNEL_STOPPED";
  if (ground.blockedAt) return "CHAT_CUSTOMER_BLOCKED";
  if (ground.quotaUsedUp) return "CHAT_QUOTA_EXCEEDED";
  if (!ground.hasWindow) return null;
  return isWindowOpen(ground.windowEndsAt, now) ? null : "CHAT_ONLY_TEMPLATE_AFTER_24H";
}

/**
 * Whether an actor may take a conversation from the active person: with the permission, or as the lead's own sales or tutor,
 * who must always be able to write to their own customer.
 */
export function mayTakeOver(actor: Actor, conversation: { sales_id: string | null; tutor_id: string | null }): boolean {
  if (!can(actor, "chat:message:send")) return false;
  const isTheirs = conversation.sales_id === actor.accountId || conversation.tutor_id === actor.accountId;
  return isTheirs || can(actor, "chat:message:takeover");
}
