import { type ConversationFilter, type ConversationRow, chat } from "@homeroom/contract/chat";
import type { AccountId, ConversationId, RecordId } from "@homeroom/contract/ids";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";
import {
  type ConversationList,
  listOf,
  unknownOf,
  withChanges,
  withPage,
  withRow,
} from "../rules/merge-conversations.ts";
import { createTurns } from "../rules/turns.ts";

/** What a list of conversations keeps. */
export interface ListFilters {
  filter: ConversationFilter;
  sales: readonly AccountId[];
  label: readonly RecordId[];
  keywords: string;
}

const pageSize = 50;
/** The server tells at most so many changes; with as many, there may be more, and the list is read anew. */
const mostChanges = 200;

const listsKey = ["inbox", "list"] as const;
const listKey = (filters: ListFilters) => [...listsKey, filters] as const;
const inTurn = createTurns();

/** Lists that have been read since they were shown. */
const justRead = new Set<string>();
/** What events told of while a list was being read. */
const toldEarly = new Map<string, Map<ConversationId, number>>();

/** A list of conversations, as far as it is loaded, kept up to date by `realtime.ts`. */
export function useConversationList(filters: ListFilters) {
  const [failedPage, setFailedPage] = useState<string | null>(null);
  const query = useQuery({
    queryKey: listKey(filters),
    queryFn: ({ signal }) => firstPage(filters, signal),
    // Changes come as events; a list that was read anew would lose its place.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const list = query.data;

  const loadMore = useCallback(() => {
    setFailedPage(null);
    loadPage(filters).catch((reason: string) => setFailedPage(reason));
  }, [filters]);

  const known = list !== undefined && !query.isPlaceholderData;
  useEffect(() => {
    if (!known) return;
    // One that was in the cache may have missed what happened while nobody looked at it.
    if (justRead.delete(turnOf(filters))) void updateList(filters, new Map());
    else void catchUpList(filters).catch(leaveForNextTime);
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

/** Takes in what events told of, conversations and their versions; answers the rows that it was told of them. */
export async function updateList(
  filters: ListFilters,
  told: ReadonlyMap<ConversationId, number>,
): Promise<readonly ConversationRow[]> {
  const key = turnOf(filters);
  const early = new Map([...(toldEarly.get(key) ?? []), ...told]);
  toldEarly.set(key, early);
  if (!queryClient.getQueryData(listKey(filters))) return [];
  toldEarly.delete(key);
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
    await readAnew(filters);
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
    if (!list) return;
    const everything = { filter: "All", sales: [], label: [], keywords: "" } as const;
    const all = await changesSince(everything, list.version);
    const changes = all && (isNarrowed(filters) ? await changesSince(filters, list.version) : all);
    if (!all || !changes) return readAnew(filters);
    const matching = new Set(changes.list.map((row) => row.conversationId));
    const gone = new Set(all.list.map((row) => row.conversationId).filter((id) => !matching.has(id)));
    const version = Math.min(all.version, changes.version);
    change(filters, (now) => withChanges(now, { matching: changes.list, gone, version }));
    await refreshCounts(filters);
  });
}

/** Counts the tabs anew. */
export async function refreshCounts(filters: ListFilters): Promise<void> {
  const { resultData } = await api.call(chat.conversationList, { ...request(filters), pageSize: 1 });
  change(filters, (now) => ({ ...now, counts: resultData.counts ?? now.counts }));
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
  return listOf(resultData);
}

/** The changes of a list; null when there are more than can be told. */
async function changesSince(filters: ListFilters, changedSince: number) {
  const { resultData } = await api.call(chat.conversationList, { ...request(filters), changedSince });
  return resultData.list.length < mostChanges ? resultData : null;
}

async function readAnew(filters: ListFilters): Promise<void> {
  await queryClient.refetchQueries({ queryKey: listKey(filters), exact: true });
}

function change(filters: ListFilters, to: (list: ConversationList) => ConversationList): void {
  queryClient.setQueryData<ConversationList>(listKey(filters), (list) => list && to(list));
}

function request({ filter, sales, label, keywords }: ListFilters) {
  return {
    filter,
    pageSize,
    ...(sales.length > 0 && { sales: [...sales] }),
    ...(label.length > 0 && { label: [...label] }),
    ...(keywords !== "" && { keywords }),
  };
}

function isNarrowed({ filter, sales, label, keywords }: ListFilters): boolean {
  return filter !== "All" || sales.length > 0 || label.length > 0 || keywords !== "";
}

function turnOf(filters: ListFilters): string {
  return JSON.stringify(request(filters));
}
