import { infiniteQueryOptions, keepPreviousData, type QueryKey } from "@tanstack/react-query";

/** The paging part of a list's request: how many rows, and after which. */
export interface PageRequest {
  pageSize: number;
  cursor?: string;
}

interface Pages<Page> {
  queryKey: QueryKey;
  pageSize: number;
  read(page: PageRequest, signal: AbortSignal): Promise<Page>;
}

interface CursorPage {
  nextCursor?: string | null | undefined;
}

/** The list of a screen, read page by page by its cursor. While a new request loads, the previous rows stay. */
export function pagesOf<Page extends CursorPage>(pages: Pages<Page>) {
  return infiniteQueryOptions({
    ...pagesByCursor(pages),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

/** A list inside a screen, read page by page by its cursor. */
export function pagesByCursor<Page extends CursorPage>({ queryKey, pageSize, read }: Pages<Page>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ pageSize, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
  });
}

interface NumberedPages<Page> {
  queryKey: QueryKey;
  read(pageNum: number, signal: AbortSignal): Promise<Page>;
}

/** A list that is read page by page by the number of the page. */
export function pagesByNumber<Page extends { pageNum: number; pageSize: number; total: number }>({
  queryKey,
  read,
}: NumberedPages<Page>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pageNum, pageSize, total }: Page) => (pageNum * pageSize < total ? pageNum + 1 : undefined),
  });
}
