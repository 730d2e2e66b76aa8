import type { RequestInput } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { type BulkTask, leadBulk } from "@homeroom/contract/lead-bulk";
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByCursor } from "#platform/pages.ts";
import { saveFile } from "#platform/save-file.ts";
import { useIntents } from "#platform/use-intents.ts";
import { isRunning } from "../rules/bulk.ts";
import { leadKeys } from "./queries.ts";

const bulkKeys = { list: ["leadBulk", "list"] as const, deleted: ["leadBulk", "deleted"] as const };

const lookEveryMs = 1500;
const binPage = 50;

export type BulkOrder = Omit<RequestInput<typeof leadBulk.start>, "taskID">;
export type ExportOrder = RequestInput<typeof leadBulk.exportLeads>;

/** The person's bulk changes of the last 24 hours; polled while one is running, after a reload too. */
export function useBulkTasks() {
  const { data: tasks, dataUpdatedAt: at } = useQuery({
    queryKey: bulkKeys.list,
    queryFn: async ({ signal }) => (await api.call(leadBulk.list, {}, { signal })).resultData,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? lookEveryMs : false),
    staleTime: 60_000,
  });
  return { tasks, at };
}

/** Starts or undoes a bulk change, or restores leads; then refetches visible leads. */
export function useBulkWrites() {
  const client = useQueryClient();
  const intend = useIntents<RecordId>();
  return {
    // The same id after a broken connection, so that a retry does not start it twice.
    start: (order: BulkOrder): Promise<BulkTask> =>
      intend(JSON.stringify(order), async (taskID) =>
        note(client, (await api.call(leadBulk.start, { ...order, taskID })).resultData),
      ),
    undo: async (taskID: RecordId): Promise<BulkTask> =>
      note(client, (await api.call(leadBulk.undo, { taskID })).resultData),
    restore: async (leadIds: LeadId[]) => {
      const { resultData } = await api.call(leadBulk.restore, { leadIds });
      await Promise.all([
        client.invalidateQueries({ queryKey: bulkKeys.deleted }),
        client.invalidateQueries({ queryKey: leadKeys.all }),
      ]);
      return resultData;
    },
  };
}

/** Saves the leads or students that match a query as a file. */
export async function downloadLeads(kind: "leads" | "students", order: ExportOrder): Promise<void> {
  saveFile(await api.call(kind === "leads" ? leadBulk.exportLeads : leadBulk.exportStudents, order));
}

/** The deleted leads that can be restored, the latest first. */
export function useDeletedLeads(keywords: string) {
  return useInfiniteQuery(
    pagesByCursor({
      queryKey: [...bulkKeys.deleted, keywords],
      pageSize: binPage,
      read: async (page, signal) =>
        (await api.call(leadBulk.deleted, { ...(keywords && { keywords }), ...page }, { signal })).resultData,
    }),
  );
}

/** Refetches every list and card of leads after many have changed. */
export function refreshLeads(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: leadKeys.all });
}

function note(client: QueryClient, task: BulkTask): BulkTask {
  client.setQueryData<BulkTask[]>(bulkKeys.list, (tasks = []) => [
    task,
    ...tasks.filter(({ taskID }) => taskID !== task.taskID),
  ]);
  if (!isRunning(task)) refreshLeads(client);
  return task;
}
