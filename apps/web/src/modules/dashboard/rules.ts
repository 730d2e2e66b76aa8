import type { chat } from "@homeroom/contract/chat";
import type { ResponseOf } from "@homeroom/contract/endpoint";

export type Greeting = "earlyMorning" | "morning" | "afternoon" | "evening" | "night";

/** How to greet at an hour of the day (0 to 23). */
export function greetingAt(hour: number): Greeting {
  if (hour < 6) return "night";
  if (hour < 8) return "earlyMorning";
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}

/**
 * What the card of the conversations says, a text of `dashboard.chat`, and where it leads. Without a channel nobody can
 * write, and who may connects one.
 */
export function chatCardOf(
  unread: ResponseOf<typeof chat.unreadCount> | undefined,
  mayConnect: boolean,
): { detail: "detail" | "notConnected" | "unread" | "allRead"; to: string } {
  const to = "/chat/whatsapp";
  if (!unread) return { detail: "detail", to };
  if (!unread.isConnected) return { detail: "notConnected", to: mayConnect ? "/organization/whatsapp" : to };
  return { detail: unread.conversations > 0 ? "unread" : "allRead", to };
}
