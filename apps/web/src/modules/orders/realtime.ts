import type { OrderRow } from "@homeroom/contract/orders";
import { orders } from "@homeroom/contract/orders";
import { type InfiniteData, type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { api } from "#platform/api.ts";
import { onConnect, useRealtime } from "#platform/realtime.ts";
import { useGathered } from "#platform/use-gathered.ts";
import { orderKeys } from "./api/queries.ts";

type Rows = InfiniteData<{ list: OrderRow[] }>;

/** Changes within this time are fetched together. */
const gatherMs = 400;
/** A list that is scrolled further down is not reloaded page by page: only its changed rows are. */
const pagesAskedAgain = 3;
/** More orders than this at once are not fetched one by one. */
const maxSingleReloads = 10;

/** Keeps the orders that are on screen up to date. */
export function useLiveOrders(): void {
  const client = useQueryClient();
  const waiting = useRef(new Set<string>());
  const renew = useCallback(() => {
    void client.invalidateQueries({ queryKey: orderKeys.lists, predicate: (query) => !isDeep(query) });
    void client.invalidateQueries({ queryKey: orderKeys.details });
  }, [client]);
  const takeIn = useGathered(gatherMs, () => {
    const changed = [...waiting.current];
    waiting.current.clear();
    void client.invalidateQueries({ queryKey: orderKeys.lists, predicate: (query) => !isDeep(query) });
    for (const orderID of changed) void client.invalidateQueries({ queryKey: orderKeys.detail(orderID) });
    // A row that cannot be fetched stays as it was until the list is refetched.
    for (const orderID of changed.slice(0, maxSingleReloads)) void refreshRow(client, orderID).catch(() => undefined);
  });
  const handleChange = useCallback(
    ({ orderID }: { orderID: string }) => {
      waiting.current.add(orderID);
      takeIn();
    },
    [takeIn],
  );
  useRealtime("order.changed", handleChange);
  useEffect(() => onConnect(renew), [renew]);
}

function isDeep(query: Query): boolean {
  return ((query.state.data as Partial<Rows> | undefined)?.pages?.length ?? 0) > pagesAskedAgain;
}

/** Refetches an order in lists that are too long to reload. */
async function refreshRow(client: QueryClient, orderID: string): Promise<void> {
  const shows = (rows: Rows) => rows.pages.some(({ list }) => list.some((row) => row.orderID === orderID));
  const isConcerned = (query: Query) => isDeep(query) && shows(query.state.data as Rows);
  const concerned = client.getQueryCache().findAll({ queryKey: orderKeys.lists, predicate: isConcerned });
  if (concerned.length === 0) return;
  const { resultData: fresh } = await api.call(orders.info, { orderID });
  for (const { queryKey } of concerned)
    client.setQueryData<Rows>(queryKey, (rows) => rows && { ...rows, pages: rows.pages.map(withFresh) });

  function withFresh<Page extends { list: OrderRow[] }>(page: Page): Page {
    return { ...page, list: page.list.map((row) => (row.orderID === orderID ? fresh : row)) };
  }
}
