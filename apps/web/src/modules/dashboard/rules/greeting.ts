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

interface ChatCard {
  title: "title" | "connect";
  detail: "detail" | "notConnected" | "unread" | "allRead";
  to: string;
}

/**
 * What the card of the conversations says, in texts of `dashboard.chat`, and where it leads. Without a channel nobody can
 * write: the card then connects one, at `connectAt`, the settings that the person may change; null for none.
 */
export function chatCardOf(
  unread: Pick<ResponseOf<typeof chat.unreadCount>, "conversations" | "isConnected"> | undefined,
  connectAt: string | null,
): ChatCard {
  const chats = { title: "title", to: "/chat/whatsapp" } as const;
  if (!unread) return { ...chats, detail: "detail" };
  if (unread.isConnected) return { ...chats, detail: unread.conversations > 0 ? "unread" : "allRead" };
  return { ...(connectAt ? { title: "connect", to: connectAt } : chats), detail: "notConnected" };
}
