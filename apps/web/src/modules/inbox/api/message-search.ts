import { chatSearch } from "@homeroom/contract/chat-search";
import type { ConversationId } from "@homeroom/contract/ids";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

const pageSize = 20;

/** Messages with these words, the newest first, in all visible conversations or in one. Nothing without words. */
export function useMessageSearch(keywords: string, conversationId?: ConversationId) {
  const query = useInfiniteQuery({
    queryKey: ["inbox", "search", conversationId ?? "all", keywords],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const request = { keywords, pageSize, ...(conversationId && { conversationId }), ...(cursor && { cursor }) };
      return (await api.call(chatSearch.searchMessages, request, { signal })).resultData;
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: keywords !== "",
    staleTime: 30_000,
    retry: false,
  });
  return {
    hits: query.data?.pages.flatMap(({ list }) => list) ?? [],
    loading: query.isFetching && !query.isFetchingNextPage,
    error: query.isError ? query.error : null,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (!query.isFetching) void query.fetchNextPage();
    },
    /** In the form that `MoreButton` expects. */
    pages: query,
    retry: () => void query.refetch(),
  };
}
