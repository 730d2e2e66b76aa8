const atOnce = 6;
/** A lead is made within seconds of its delivery. */
const lookAgainMs = 10_000;

interface LogPage {
  nextCursor?: string | null | undefined;
}

/** How deliveries are read, page by page. */
export const logPages = {
  requestOf: (cursor: string | null) => ({ pageSize: atOnce, ...(cursor && { cursor }) }),
  options: {
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: LogPage) => nextCursor ?? null,
    refetchInterval: lookAgainMs,
  },
};
