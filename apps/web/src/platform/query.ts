import { messageOf } from "@homeroom/contract/errors/catalogue";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { preferences } from "./preferences.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Every call of the client rejects with a text to be shown, and nothing else. */
    defaultError: string;
    queryMeta: {
      /** Without this the screen has nothing to show: when its first load is refused, the 401 page stands in for it. */
      page?: true;
      /** Choices that the organisation may change: asked for again as soon as somebody does (`choices.changed`). */
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
 * The server's state in this browser. A read is tried once more when the network failed; an answer of the server
 * stands. A write is never repeated.
 */
export const queryClient = new QueryClient({
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

/** Reads again what a screen on show could not read: the connection is back. */
export function readFailedAgain(): Promise<void> {
  return queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}

function isText(name: "PERMISSION_DENIED" | "NETWORK_ERROR", error: string): boolean {
  return error === messageOf(name, preferences.get().language);
}
