import { infiniteQueryOptions, keepPreviousData, type QueryKey } from "@tanstack/react-query";

/** What a list asks for besides its own request: how many rows, and after which. */
export interface PageRequest {
  pageSize: number;
  cursor?: string;
}

interface Pages<Page> {
  queryKey: QueryKey;
  pageSize: number;
  read(page: PageRequest, signal: AbortSignal): Promise<Page>;
}

/** The list of a screen, read page by page by its cursor. While another request loads, the rows of the last one stay. */
export function pagesOf<Page extends { nextCursor?: string | null | undefined }>({
  queryKey,
  pageSize,
  read,
}: Pages<Page>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ pageSize, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}
