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

/** What a list of conversations keeps. */
export interface ListFilters {
  /** They hold together; none keeps everything. */
  filters: readonly ConversationFilter[];
  /** Null: in whatever state. */
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
/** Lists that were being read while nobody heard their events: what changed meanwhile is in none. */
const readUnheard = new Set<string>();
/** Events that arrived while a list was loading. */
const earlyVersions = new Map<string, Map<ConversationId, number>>();

/** A list's first page. Changes come as events; a reload would lose the list's position. */
export function listQuery(filters: ListFilters) {
  return queryOptions({
    queryKey: listKey(filters),
    queryFn: ({ signal }) => firstPage(filters, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads a list before it is shown. Nobody hears its events until then, so that it is caught up once it is. */
export async function prefetchList(filters: ListFilters): Promise<void> {
  readUnheard.add(turnOf(filters));
  await queryClient.query(listQuery(filters));
}

/** Takes in what was told while a list was being read; one that was in the cache may have missed anything until it was shown. */
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
      /** Still shows what another filter kept. */
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

/** The version stays where it was: the next event, or the connection coming back, asks for the same again. */
function leaveForNextTime(): readonly ConversationRow[] {
  return [];
}

/** Asks for what a list has missed: after the connection came back, and when it is shown again. */
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

/** Counts again: who waits, and where the other filters are shown what they would keep. */
export async function refreshCounts(filters: ListFilters): Promise<void> {
  const all = queryClient.refetchQueries({ queryKey: countsKey, type: "active" });
  const { resultData } = await api.call(chat.conversationList, { ...request(filters), pageSize: 1 });
  change(filters, (now) => ({ ...now, counts: resultData.counts ?? now.counts }));
  await all;
}

/** What each filter and state would keep, at most 1,000 each; asked for where it is shown. */
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

/** Takes a conversation out of the lists in which its new state has no place, before the server has answered. */
export function leaveLists(id: ConversationId, state: ConversationState): void {
  for (const [key, list] of queryClient.getQueriesData<ConversationList>({ queryKey: listsKey })) {
    const kept = (key.at(-1) as ListFilters).state;
    if (list && kept !== null && kept !== state) queryClient.setQueryData(key, withoutRow(list, id));
  }
}

/** Reads the lists again that have left out a conversation too early. */
export async function restoreLists(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: listsKey, type: "active" });
}

/** Changes what every loaded list shows of a conversation. */
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

/** The conversation that comes after one in a loaded list, or before it at the end; the row may have left it. */
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

/** The changes of a list; null when there are more than can be told. */
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
