import type { LeadId } from "@homeroom/contract/ids";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LeadListRequest } from "../rules/list-request.ts";
import { leadKeys, useLeadList } from "./queries.ts";

/** The list from which a lead's page was opened: its request and its address. */
interface LeadOrder {
  request: LeadListRequest;
  /** The leads if their order differs from the list's: a column of the board, or the calendar. */
  ids?: LeadId[];
  address: string;
}

const storageKey = "homeroom.lead-order";

/** A lead further down the list than this has no next and previous after a reload. */
const maxScanned = 1000;

/** Stores in this tab, for the lead's own page, which list is on screen and at which address. */
export function rememberOrder(client: QueryClient, ids?: readonly LeadId[]): void {
  const shown = client.getQueryCache().findAll({ queryKey: leadKeys.lists, type: "active" });
  // Query keys of days and of students have a string there.
  const request = shown.map(({ queryKey }) => queryKey[2]).find((part) => typeof part === "object" && part !== null);
  if (!request) return;
  const address = new URL(window.location.href);
  for (const part of ["lead", "edit"]) address.searchParams.delete(part);
  const order = {
    request,
    address: `${address.pathname}${address.search}`,
    ...(ids && { ids: ids.slice(0, maxScanned) }),
  };
  sessionStorage.setItem(storageKey, JSON.stringify(order));
}

/** The stored list; null in a tab that was opened on the page itself. */
export function keptOrder(): LeadOrder | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    return typeof kept === "object" && kept !== null && "request" in kept ? (kept as LeadOrder) : null;
  } catch {
    return null;
  }
}

/** The leads before and after one in the list that its page was opened from. */
export function useNeighbours(
  order: LeadOrder,
  leadId: LeadId,
): { before: LeadId | undefined; after: LeadId | undefined } {
  const list = useLeadList(order.request);
  const ids = order.ids ?? list.data?.pages.flatMap((page) => page.list.map((lead) => lead.leadId)) ?? [];
  const place = ids.indexOf(leadId);
  const { hasNextPage, isFetchingNextPage, isSuccess, fetchNextPage } = list;
  const wantsMore = order.ids === undefined && (place === -1 ? ids.length < maxScanned : place >= ids.length - 3);
  useEffect(() => {
    if (isSuccess && wantsMore && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isSuccess, wantsMore, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { before: place > 0 ? ids[place - 1] : undefined, after: place >= 0 ? ids[place + 1] : undefined };
}
