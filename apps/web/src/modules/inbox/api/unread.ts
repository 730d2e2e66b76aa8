import { chat } from "@homeroom/contract/chat";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";

const unreadKey = ["inbox", "unread"] as const;

/** How many conversations have something unread, at most 1,000; 0 until it is known. */
export function useUnreadTotal(mayAsk: boolean): number {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => (await api.call(chat.unreadCount, {}, { signal })).resultData.conversations,
    enabled: mayAsk,
    staleTime: 60_000,
  });
  return data ?? 0;
}

/** Counts again. */
export function refreshUnread(): void {
  void queryClient.invalidateQueries({ queryKey: unreadKey });
}
