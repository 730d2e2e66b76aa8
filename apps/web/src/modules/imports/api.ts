import type { RequestInput } from "@homeroom/contract/endpoint";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import {
  type ImportedRow,
  type ImportKindName,
  type ImportTask,
  imports,
  type ReadTable,
} from "@homeroom/contract/imports";
import { staff } from "@homeroom/contract/staff";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "#platform/api.ts";
import { useBranches } from "#platform/branches.ts";
import { useChannels, useListItems, usePeople } from "#platform/choices.ts";
import { readId } from "#platform/ids.ts";
import { pagesByNumber } from "#platform/pages.ts";
import { saveFile } from "#platform/save-file.ts";
import { useIntents } from "#platform/use-intents.ts";
import {
  type Dialect,
  type Duplicates,
  type Fix,
  isInProgress,
  type LeadOptionValues,
  type StaffOptionValues,
} from "./rules.ts";

const keys = {
  table: (fileID: string, dialect: Dialect) => ["imports", "table", fileID, dialect] as const,
  rows: (taskID: string, filter: RowFilter) => ["imports", "rows", taskID, filter] as const,
  task: (taskID: string) => ["imports", "task", taskID] as const,
  list: (kind: ImportKindName) => ["imports", "list", kind] as const,
};

const pollMs = 1000;

const uploads = { staff: imports.uploadStaff, lead: imports.uploadLeads, product: imports.uploadProducts } as const;
const templates = {
  staff: imports.staffTemplate,
  lead: imports.leadTemplate,
  product: imports.productTemplate,
} as const;

/** Stores a table; its preview is then in the cache of `useTable`. */
export function useUpload(kind: ImportKindName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File): Promise<ReadTable> => {
      const sent = { content: file, name: file.name };
      const { resultData } = await api.call(uploads[kind], {}, { file: sent });
      client.setQueryData(keys.table(resultData.fileID, {}), resultData);
      return resultData;
    },
  });
}

/** The beginning of a stored table, read with the chosen settings; the previous preview stays until the new one has loaded. */
export function useTable(kind: ImportKindName, fileID: FileId, dialect: Dialect) {
  return useQuery({
    queryKey: keys.table(fileID, dialect),
    queryFn: async ({ signal }) =>
      (await api.call(imports.readAgain, { fileID, kind, ...dialect }, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The progress of an import; polled every second until it has ended. */
export function useTask(taskID: RecordId) {
  return useQuery({
    queryKey: keys.task(taskID),
    queryFn: async ({ signal }) => (await api.call(imports.task, { taskID }, { signal })).resultData,
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? pollMs : false),
    retry: 2,
  });
}

const runningKey = (kind: ImportKindName) => `homeroom.import.${kind}`;

/** The person's import that continues in the background; `shown` is the one on the screen. */
export function useRunningImport(kind: ImportKindName, shown: RecordId | undefined): ImportTask | undefined {
  const known = shown ?? readId<RecordId>(sessionStorage.getItem(runningKey(kind)));
  const { data } = useQuery({
    queryKey: keys.task(known ?? ""),
    queryFn: async ({ signal }) => {
      if (!known) throw new Error("There is no import to ask for");
      return (await api.call(imports.task, { taskID: known }, { signal })).resultData;
    },
    enabled: known !== undefined,
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? pollMs : false),
    retry: false,
  });
  useEffect(() => {
    if (!data) return;
    if (isInProgress(data)) sessionStorage.setItem(runningKey(kind), data.taskID);
    else if (sessionStorage.getItem(runningKey(kind)) === data.taskID) sessionStorage.removeItem(runningKey(kind));
  }, [data, kind]);
  return data;
}

/** The choices for all rows of an import of leads at a branch. */
export function useLeadChoices(branchID: string) {
  const branches = useBranches().data;
  const sales = usePeople("sales", branchID);
  const channels = useChannels();
  const tags = useListItems("tags");
  const named = (items: readonly { recordID: RecordId; name: string }[] | undefined) =>
    items?.map(({ recordID, name }) => ({ value: recordID, label: name }));
  return { branches, sales, channels: named(channels), tags: named(tags) };
}

/** The recent imports. */
export function useRecentImports(kind: ImportKindName) {
  return useQuery({
    queryKey: keys.list(kind),
    queryFn: async ({ signal }) => (await api.call(imports.list, { kind }, { signal })).resultData,
  }).data;
}

/** A person's choices for a file, kept for going back from a trial. */
interface Draft {
  dialect: Dialect;
  mapping: Record<string, string>;
  staff?: StaffOptionValues;
  lead?: LeadOptionValues;
  product?: Duplicates;
}

const drafts = new Map<string, Draft>();
const mended = new Map<string, readonly Fix[]>();

/** The choices and the corrected cells that were kept for a file in this window. */
export function useDraft(fileID: FileId) {
  return {
    kept: drafts.get(fileID),
    keep: (draft: Draft) => void drafts.set(fileID, draft),
    fixes: [...(mended.get(fileID) ?? [])],
    keepFixes: (fixes: readonly Fix[]) => void mended.set(fileID, fixes),
  };
}

export type Order =
  | { kind: "staff"; form: RequestInput<typeof imports.importStaff> }
  | { kind: "lead"; form: RequestInput<typeof imports.importLeads> }
  | { kind: "product"; form: RequestInput<typeof imports.importProducts> };

/** Starts a trial or the import itself. A retry, also after a lost answer, starts no second one. */
export function useStart() {
  const note = useNote();
  const intend = useIntents<RecordId>();
  return useMutation({
    mutationFn: (order: Order) =>
      intend(JSON.stringify(order), async (taskID) => note((await begin(order, taskID)).resultData)),
  });
}

function begin(order: Order, taskID: RecordId) {
  if (order.kind === "staff") return api.call(imports.importStaff, { ...order.form, taskID });
  return order.kind === "lead"
    ? api.call(imports.importLeads, { ...order.form, taskID })
    : api.call(imports.importProducts, { ...order.form, taskID });
}

/** A task's order for reuse: with other cells, or without the trial. */
export function orderAgain({ kind, order }: ImportTask, more: { dryRun: boolean; fixes?: Fix[] }): Order {
  const { encoding, delimiter, headingRow, lead, roleIds, invite, ...rest } = order;
  const dialect = { ...(encoding && { encoding }), ...(delimiter && { delimiter }), ...(headingRow && { headingRow }) };
  if (kind === "staff") return { kind, form: { ...rest, roleIds, invite, ...dialect, ...more } };
  if (kind === "lead") return { kind, form: { ...rest, ...lead, ...dialect, ...more } };
  const { branchID: _branch, ...ofProducts } = rest;
  return { kind, form: { ...ofProducts, ...dialect, ...more } };
}

/** Which rows of an import are shown. */
export type RowFilter = ImportedRow["outcome"] | "remarked" | "all";

/** The rows of an import page by page. */
export function useRows(taskID: RecordId, filter: RowFilter) {
  const outcome = filter === "all" || filter === "remarked" ? {} : { outcome: filter };
  const remarked = filter === "remarked" ? { remarked: true } : {};
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: keys.rows(taskID, filter),
      read: async (pageNum, signal) => {
        const page = { taskID, ...outcome, ...remarked, pageNum, pageSize: 50 };
        return (await api.call(imports.rows, page, { signal })).resultData;
      },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Undoes an import. */
export function useUndo() {
  const note = useNote();
  return useMutation({
    mutationFn: async (taskID: RecordId) => note((await api.call(imports.undo, { taskID })).resultData),
  });
}

function useNote() {
  const client = useQueryClient();
  return (task: ImportTask) => {
    client.setQueryData(keys.task(task.taskID), task);
    void client.invalidateQueries({ queryKey: keys.list(task.kind) });
    return task;
  };
}

/** The roles and branches to choose from for people whose row names none. */
export function useDefaults() {
  const choices = useQuery({
    queryKey: ["imports", "roles"],
    queryFn: async ({ signal }) => (await api.call(staff.choices, {}, { signal })).resultData,
  }).data;
  const branches = useBranches().data;
  return {
    roles: choices?.roles.filter(({ mayGive }) => mayGive),
    branches,
    newPasswords: choices?.newPasswords,
  };
}

export const downloadTemplate = async (kind: ImportKindName, format: "xlsx" | "csv" = "xlsx") =>
  saveFile(await api.call(templates[kind], { format }));
export const downloadErrors = async (taskID: RecordId) => saveFile(await api.call(imports.errorFile, { taskID }));
export const downloadPasswords = async (taskID: RecordId) => saveFile(await api.call(imports.passwords, { taskID }));
export const downloadStaff = async (filters: RequestInput<typeof staff.exportAll>) =>
  saveFile(await api.call(staff.exportAll, filters));
