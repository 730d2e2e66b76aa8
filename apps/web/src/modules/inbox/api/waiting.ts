import { chat } from "@homeroom/contract/chat";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";

const waitingKey = ["inbox", "waiting"] as const;

/** The number of conversations in which a customer waits for an answer, at most 1,000; 0 until known. */
export function useWaitingTotal(mayAsk: boolean): number {
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: async ({ signal }) => (await api.call(chat.unreadCount, {}, { signal })).resultData.waiting,
    enabled: mayAsk,
    staleTime: 60_000,
  });
  return data ?? 0;
}

/** Refetches the number. */
export function refreshWaiting(): void {
  void queryClient.invalidateQueries({ queryKey: waitingKey });
}
