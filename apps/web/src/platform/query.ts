import { QueryClient } from "@tanstack/react-query";

declare module "@tanstack/react-query" {
  interface Register {
    /** Every call of the client rejects with a text to be shown, and nothing else. */
    defaultError: string;
  }
}

/** The server's state in this browser. A read is tried once more after a failure; a write never is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: 1, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
