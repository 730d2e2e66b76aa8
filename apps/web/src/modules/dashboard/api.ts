import { chat } from "@homeroom/contract/chat";
import { dashboard } from "@homeroom/contract/dashboard";
import type { RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

export const unreadKey = ["dashboard", "unread"] as const;

/**
 * How many conversations have unread messages, and whether any channel is connected; undefined until known, and when the
 * person may not see conversations.
 */
export function useUnreadConversations(mayAsk: boolean): ResponseOf<typeof chat.unreadCount> | undefined {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => api.call(chat.unreadCount, {}, { signal }),
    enabled: mayAsk,
  });
  return data?.resultData;
}

const setUpKey = ["dashboard", "set-up"] as const;

/** What is to be set up next; undefined until it is known. */
export function useSetUp() {
  return useQuery({
    queryKey: setUpKey,
    queryFn: async ({ signal }) => (await api.call(dashboard.setUpList, {}, { signal })).resultData,
    // Steps are done on other screens: back here, it is looked at again.
    staleTime: 0,
  }).data;
}

/** Puts the list away or back, or ticks a step. */
export function useUpdateSetUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: RequestInput<typeof dashboard.updateSetUp>) => api.call(dashboard.updateSetUp, change),
    onSettled: () => client.invalidateQueries({ queryKey: setUpKey }),
  });
}
