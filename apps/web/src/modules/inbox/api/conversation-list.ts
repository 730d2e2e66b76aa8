import {
  type ChannelKind,
  type ConversationFilter,
  type ConversationOrder,
  type ConversationRow,
  type ConversationState,
  chat,
} from "@homeroom/contract/chat";
import type { AccountId, BranchId, ConversationId, RecordId } from "@homeroom/contract/ids";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";
import {
  byPlace,
  type ConversationList,
  listOf,
  unknownOf,
  withChanges,
  withoutRow,
  withPage,
  withRow,
} from "../rules/merge-conversations.ts";
import { createTurns } from "../rules/turns.ts";

/** The filters of a list of conversations. */
export interface ListFilters {
  /** All must hold; without any, everything matches. */
  filters: readonly ConversationFilter[];
  /** Null: any state. */
  state: ConversationState | null;
  order: ConversationOrder;
  channel: ChannelKind | null;
  branch: BranchId | null;
  sales: readonly AccountId[];
  label: readonly RecordId[];
  keywords: string;
}

const pageSize = 50;
/** The number of rows requested at a time after a lost connection. */
const knownAtOnce = 1000;
/**
 * The server returns at most this number of changes; with exactly this number there may be more, and the list is
 * reloaded.
 */
const maxChanges = 200;

const listsKey = ["inbox", "list"] as const;
const countsKey = ["inbox", "counts"] as const;
const listKey = (filters: ListFilters) => [...listsKey, filters] as const;
const inTurn = createTurns();

/** Lists that have been read since they were shown. */
const justRead = new Set<string>();
/** Lists that were read while nobody listened to their events, so changes in between are missing. */
const readUnheard = new Set<string>();
/** Events that arrived while a list was loading. */
const earlyVersions = new Map<string, Map<ConversationId, number>>();

/** A list's first page. Changes arrive as events; a reload would lose the list's position. */
export function listQuery(filters: ListFilters) {
  return queryOptions({
    queryKey: listKey(filters),
    queryFn: ({ signal }) => firstPage(filters, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Prefetches a list before it is shown. Nobody listens to its events until then, so it catches up once it is shown. */
export async function prefetchList(filters: ListFilters): Promise<void> {
  readUnheard.add(turnOf(filters));
  await queryClient.query(listQuery(filters));
}

/**
 * Applies events that arrived while a list was being read. A list from the cache may have missed anything before it was
 * shown.
 */
export async function completeList(filters: ListFilters): Promise<void> {
  const turn = turnOf(filters);
  const isWhole = justRead.delete(turn) && !readUnheard.delete(turn);
  if (isWhole) await updateList(filters, new Map());
  else await catchUpList(filters).catch(leaveForNextTime);
}

/** A list of conversations, as far as it is loaded, kept up to date by `realtime.ts`. */
export function useConversationList(filters: ListFilters) {
  const [failedPage, setFailedPage] = useState<string | null>(null);
  const query = useQuery({ ...listQuery(filters), placeholderData: keepPreviousData });
  const list = query.data;

  const loadMore = useCallback(() => {
    setFailedPage(null);
    loadPage(filters).catch((reason: string) => setFailedPage(reason));
  }, [filters]);

  const known = list !== undefined && !query.isPlaceholderData;
  useEffect(() => {
    if (known) void completeList(filters);
  }, [known, filters]);

  return useMemo(
    () => ({
      rows: list?.rows ?? [],
      counts: list?.counts ?? {},
      hasMore: list?.cursor != null,
      loading: query.isPending,
      /** Still shows the rows of the previous filter. */
      changing: query.isPlaceholderData,
      error: query.isError && !list ? query.error : null,
      failedPage,
      loadMore,
      retry: query.refetch,
    }),
    [list, query.isPending, query.isPlaceholderData, query.isError, query.error, failedPage, loadMore, query.refetch],
  );
}

/** Applies events about conversations and their versions; returns the rows that were fetched. */
export async function updateList(
  filters: ListFilters,
  told: ReadonlyMap<ConversationId, number>,
): Promise<readonly ConversationRow[]> {
  const key = turnOf(filters);
  const early = new Map([...(earlyVersions.get(key) ?? []), ...told]);
  earlyVersions.set(key, early);
  if (!queryClient.getQueryData(listKey(filters))) return [];
  earlyVersions.delete(key);
  return inTurn(key, () => takeIn(filters, early)).catch(leaveForNextTime);
}

async function takeIn(
  filters: ListFilters,
  told: ReadonlyMap<ConversationId, number>,
): Promise<readonly ConversationRow[]> {
  const list = queryClient.getQueryData<ConversationList>(listKey(filters));
  const news = list ? unknownOf(list, told) : new Map<ConversationId, number>();
  if (!list || news.size === 0) return [];
  const changes = await changesSince(filters, list.version);
  if (!changes) {
    await reloadList(filters);
    return [];
  }
  const matching = new Set(changes.list.map((row) => row.conversationId));
  const gone = new Set([...news.keys()].filter((id) => !matching.has(id)));
  change(filters, (now) => withChanges(now, { matching: changes.list, gone, version: changes.version }));
  return changes.list;
}

/** The version stays the same, so the next event or reconnection requests the same changes again. */
function leaveForNextTime(): readonly ConversationRow[] {
  return [];
}

/** Fetches what a list has missed: after a reconnection, and when it is shown again. */
export function catchUpList(filters: ListFilters): Promise<void> {
  return inTurn(turnOf(filters), async () => {
    const list = queryClient.getQueryData<ConversationList>(listKey(filters));
    if (!list) {
      readUnheard.add(turnOf(filters));
      return;
    }
    const known = list.rows.map(({ conversationId }) => conversationId);
    const changes = await changesSince(filters, list.version, known.slice(0, knownAtOnce));
    if (!changes) return reloadList(filters);
    const gone = new Set(changes.gone);
    const { version } = changes;
    for (let from = knownAtOnce; from < known.length; from += knownAtOnce) {
      const more = await changesSince(filters, version, known.slice(from, from + knownAtOnce));
      if (!more) return reloadList(filters);
      for (const id of more.gone ?? []) gone.add(id);
    }
    change(filters, (now) => withChanges(now, { matching: changes.list, gone, version }));
    await refreshCounts(filters);
  });
}

/** Recounts the waiting customers and, if the filters are shown, what each would match. */
export async function refreshCounts(filters: ListFilters): Promise<void> {
  const all = queryClient.refetchQueries({ queryKey: countsKey, type: "active" });
  const { resultData } = await api.call(chat.conversationList, { ...request(filters), pageSize: 1 });
  change(filters, (now) => ({ ...now, counts: resultData.counts ?? now.counts }));
  await all;
}

/** The number of matches of each filter and state, at most 1,000 each; fetched only if shown. */
export function useAllCounts(filters: ListFilters, { isShown }: { isShown: boolean }) {
  const query = useQuery({
    queryKey: [...countsKey, filters],
    queryFn: async ({ signal }) => {
      const asked = { ...request(filters), counts: "all" as const, pageSize: 1 };
      const { resultData } = await api.call(chat.conversationList, asked, { signal });
      return resultData;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: isShown,
  });
  return {
    counts: query.data?.counts ?? {},
    stateCounts: query.data?.stateCounts ?? ({} as Partial<Record<ConversationState, number>>),
  };
}

/** Removes a conversation from lists that do not match its new state, before the server has answered. */
export function leaveLists(id: ConversationId, state: ConversationState): void {
  for (const [key, list] of queryClient.getQueriesData<ConversationList>({ queryKey: listsKey })) {
    const kept = (key.at(-1) as ListFilters).state;
    if (list && kept !== null && kept !== state) queryClient.setQueryData(key, withoutRow(list, id));
  }
}

/** Reloads the lists from which a conversation was removed too early. */
export async function restoreLists(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: listsKey, type: "active" });
}

/** Changes a conversation's row in every loaded list. */
export function changeListedRow(id: ConversationId, changed: Partial<ConversationRow>): void {
  queryClient.setQueriesData<ConversationList>({ queryKey: listsKey }, (list) => list && withRow(list, id, changed));
}

/** A loaded row of any list. */
export function listedRow(find: (row: ConversationRow) => boolean): ConversationRow | undefined {
  for (const [, list] of queryClient.getQueriesData<ConversationList>({ queryKey: listsKey })) {
    const row = list?.rows.find(find);
    if (row) return row;
  }
  return undefined;
}

/** The conversation after one in a loaded list, or before it at the end; the row itself may be gone. */
export function rowAfter(filters: ListFilters, row: ConversationRow): ConversationId | null {
  const rows = queryClient.getQueryData<ConversationList>(listKey(filters))?.rows ?? [];
  const others = rows.filter(({ conversationId }) => conversationId !== row.conversationId);
  const compare = byPlace(filters.order);
  const next = others.find((other) => compare(other, row) >= 0);
  return (next ?? others.at(-1))?.conversationId ?? null;
}

function loadPage(filters: ListFilters): Promise<void> {
  return inTurn(turnOf(filters), async () => {
    const cursor = queryClient.getQueryData<ConversationList>(listKey(filters))?.cursor;
    if (!cursor) return;
    const { resultData } = await api.call(chat.conversationList, { ...request(filters), cursor });
    change(filters, (now) => (now.cursor === cursor ? withPage(now, resultData) : now));
  });
}

async function firstPage(filters: ListFilters, signal: AbortSignal): Promise<ConversationList> {
  const { resultData } = await api.call(chat.conversationList, request(filters), { signal });
  justRead.add(turnOf(filters));
  return listOf(resultData, filters.order);
}

/** The changes of a list; null if there are more than the server returns. */
async function changesSince(filters: ListFilters, changedSince: number, known?: ConversationId[]) {
  const { resultData } = await api.call(chat.conversationList, {
    ...request(filters),
    changedSince,
    ...(known && { known }),
  });
  return resultData.list.length < maxChanges ? resultData : null;
}

async function reloadList(filters: ListFilters): Promise<void> {
  await queryClient.refetchQueries({ queryKey: listKey(filters), exact: true });
}

function change(filters: ListFilters, to: (list: ConversationList) => ConversationList): void {
  queryClient.setQueryData<ConversationList>(listKey(filters), (list) => list && to(list));
}

function request({ filters, state, order, channel, branch, sales, label, keywords }: ListFilters) {
  return {
    pageSize,
    ...(filters.length > 0 && { filters: [...filters] }),
    ...(state && { state }),
    order,
    ...(channel && { channel }),
    ...(branch && { branchID: branch }),
    ...(sales.length > 0 && { sales: [...sales] }),
    ...(label.length > 0 && { label: [...label] }),
    ...(keywords !== "" && { keywords }),
  };
}

function turnOf(filters: ListFilters): string {
  return JSON.stringify(request(filters));
}
