import { plainMessageOf } from "@homeroom/contract/errors/plain-messages";
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { preferences } from "./preferences.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Every call of the client rejects with a string to show. */
    defaultError: string;
    queryMeta: {
      /** The screen needs this query: if its first load is refused, the 401 page is shown instead. */
      page?: true;
      /** Choices that the organisation may change: fetched again as soon as somebody does (`choices.changed`). */
      choices?: true;
    };
  }
}

const refusedListeners = new Set<() => void>();

/**
 * Calls back when the first load of a screen (a query with `meta: { page: true }`) was refused because a permission is
 * missing.
 */
export function onPageRefused(listener: () => void): () => void {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}

/**
 * Makes invalidation cover queries whose first read is still running. The library lets that read finish and treats its
 * answer as fresh, although it may be older than the announced change: such a query is read once more.
 */
class UpToDateClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const firstReads = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === "fetching");
    await super.invalidateQueries(filters, options);
    await Promise.all(
      firstReads.map(async (query) => {
        await query.promise?.catch(() => undefined);
        await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
      }),
    );
  }
}

/**
 * The server's state in this browser. A read is retried once after a network failure, but not after an error of the server.
 * A write is never retried.
 */
export const queryClient = new UpToDateClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (!query.meta?.page || query.state.data !== undefined || !isText("PERMISSION_DENIED", error)) return;
      for (const listener of refusedListeners) listener();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 1 && isText("NETWORK_ERROR", error),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

/** Reads again what the visible screens failed to read, once the connection is back. */
export function readFailedAgain(): Promise<void> {
  return queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}

function isText(name: "PERMISSION_DENIED" | "NETWORK_ERROR", error: string): boolean {
  return error === plainMessageOf(name, preferences.get().language);
}
