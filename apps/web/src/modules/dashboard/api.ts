import { chat } from "@homeroom/contract/chat";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

export const unreadKey = ["dashboard", "unread"] as const;

/** How many conversations wait for an answer to be read; undefined until known, and when the person may not see them. */
export function useUnreadConversations(mayAsk: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => api.call(chat.unreadCount, {}, { signal }),
    enabled: mayAsk,
  });
  return data?.resultData.conversations;
}
