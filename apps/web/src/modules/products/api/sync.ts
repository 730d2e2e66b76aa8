import { type CatalogueSync, catalogueSync } from "@homeroom/contract/catalogue-sync";
import type { RecordId } from "@homeroom/contract/ids";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { listKey } from "./products.ts";

const syncKey = ["products", "syncs"] as const;
const lookAgainMs = 2000;

const isRunning = ({ state }: CatalogueSync) => state === "running";

/** The newest sync of each Facebook catalogue; polled while one is in progress. */
export function useSyncs(enabled: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: syncKey,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<{ list: CatalogueSync[] }>(syncKey);
      const { resultData } = await api.call(catalogueSync.list, {}, { signal });
      if (before?.list.some(isRunning)) void client.invalidateQueries({ queryKey: listKey });
      return resultData;
    },
    enabled,
    refetchInterval: ({ state }) => (state.data?.list.some(isRunning) ? lookAgainMs : false),
  }).data;
}

/** Starts a sync of all catalogues; `full` sends everything again. */
export function useStartSync() {
  const client = useQueryClient();
  return async (full: boolean): Promise<void> => {
    const { resultData } = await api.call(catalogueSync.start, { full });
    client.setQueryData(syncKey, resultData);
    await client.invalidateQueries({ queryKey: listKey });
  };
}

const mostShown = 100;

/** What failed in a sync, product by product. */
export function useFailedItems(taskID: RecordId, failedCount: number) {
  return useQuery({
    queryKey: ["products", "failedItems", taskID, failedCount],
    queryFn: async ({ signal }) => {
      const request = { taskID, state: "failed", pageSize: mostShown } as const;
      return (await api.call(catalogueSync.items, request, { signal })).resultData.list;
    },
    enabled: failedCount > 0,
  });
}
