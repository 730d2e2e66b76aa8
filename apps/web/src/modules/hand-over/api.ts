import { type HandOverForm, type HandOverTask, handOver } from "@homeroom/contract/hand-over";
import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

const keys = {
  holdings: (accountID: string) => ["handOver", "holdings", accountID] as const,
  task: (taskID: string) => ["handOver", "task", taskID] as const,
};

const pollMs = 1000;

/** The leads and conversations that a person holds. */
export function useHoldings(accountID: AccountId) {
  return useQuery({
    queryKey: keys.holdings(accountID),
    queryFn: async ({ signal }) => (await api.call(handOver.holdings, { accountID }, { signal })).resultData,
    staleTime: 0,
    gcTime: 0,
  });
}

const goesOn = (state: HandOverTask["state"] | undefined) => state === "running" || state === "undoing";

/** The progress of a hand-over; polled every second until it is over. */
export function useHandOverTask(taskID: RecordId | null) {
  return useQuery({
    queryKey: keys.task(taskID ?? ""),
    queryFn: async ({ signal }) =>
      taskID === null ? null : (await api.call(handOver.task, { taskID }, { signal })).resultData,
    refetchInterval: ({ state }) => (goesOn(state.data?.state) ? pollMs : false),
    enabled: taskID !== null,
  });
}

/** Starts a hand-over. */
export function useStartHandOver() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: HandOverForm) => {
      const { resultData } = await api.call(handOver.start, form);
      client.setQueryData(keys.task(resultData.taskID), resultData);
      return resultData;
    },
  });
}

/** Starts the undo of a hand-over. */
export function useUndoHandOver() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (taskID: RecordId) => {
      const { resultData } = await api.call(handOver.undo, { taskID });
      client.setQueryData(keys.task(taskID), resultData);
      return resultData;
    },
  });
}
