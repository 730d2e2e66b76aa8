import type { CallOptions } from "@homeroom/contract/client";
import { useInfiniteQuery } from "@tanstack/react-query";

const atOnce = 6;
/** A lead is made within seconds of its delivery. */
const lookAgainMs = 10_000;

interface LogPage {
  nextCursor?: string | null | undefined;
}

type Read<Page> = (
  request: { pageSize: number; cursor?: string },
  options: CallOptions,
) => Promise<{ resultData: Page }>;

/** What a platform's forms sent, or what was sent to it, newest first, page by page. */
export function useDeliveryLog<Page extends LogPage>(key: readonly string[], read: Read<Page>) {
  return useInfiniteQuery({
    queryKey: [...key, "log"],
    queryFn: async ({ pageParam, signal }) => {
      const request = { pageSize: atOnce, ...(pageParam && { cursor: pageParam }) };
      return (await read(request, { signal })).resultData;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? null,
    refetchInterval: lookAgainMs,
  });
}
