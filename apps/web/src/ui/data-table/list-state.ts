import type { UseInfiniteQueryResult } from "@tanstack/react-query";

/** What a table needs to know about a paged list. */
export interface ListState<Row> {
  rows: Row[];
  /** The total number; undefined until known. */
  total: number | undefined;
  totalIsEstimate: boolean;
  /** Nothing to show yet. */
  loading: boolean;
  /** The previous rows are on screen while those for new filters load. */
  refreshing: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** Why the next page failed to load; it is not retried automatically. */
  moreError: string | null;
  error: string | null;
  retry: () => void;
}

interface Page<Row> {
  list: Row[];
  total: number;
  totalIsEstimate?: boolean | undefined;
  nextCursor?: string | null | undefined;
}

const flattened = new WeakMap<object, unknown[]>();

/** The rows of all pages. The same pages give the same array, so that readers can see that nothing has changed. */
function rowsOf<Row>(data: { pages: Page<Row>[] } | undefined): Row[] {
  if (!data) return [];
  const known = flattened.get(data) as Row[] | undefined;
  if (known) return known;
  const rows = data.pages.flatMap((page) => page.list);
  flattened.set(data, rows);
  return rows;
}

/** A table's list from an infinite query over the contract's pages (page parameter: the cursor). */
export function listStateOf<Row>(query: UseInfiniteQueryResult<{ pages: Page<Row>[] }>): ListState<Row> {
  const pages = query.data?.pages ?? [];
  return {
    rows: rowsOf(query.data),
    total: pages[0]?.total,
    totalIsEstimate: pages[0]?.totalIsEstimate ?? false,
    loading: query.isPending,
    refreshing: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (!query.isFetching) void query.fetchNextPage();
    },
    moreError: query.isFetchNextPageError ? query.error : null,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
