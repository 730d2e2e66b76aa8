import { type QueryKey, useQueryClient } from "@tanstack/react-query";

/** Refetches everything whose key begins with this one, after a write. */
export function useRenewal(queryKey: QueryKey): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}
