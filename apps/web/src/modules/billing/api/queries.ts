import {
  billing,
  type LedgerRow,
  type PlanOrderRow,
  type PlanPurchase,
  type PlanUse,
} from "@homeroom/contract/billing";
import { linkedCard } from "@homeroom/contract/linked-card";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

export const billingKey = ["billing"] as const;
const pageSize = 30;

/** The organisation's plan, balance, and use against its limits. */
export function useAccount() {
  return useQuery({
    queryKey: [...billingKey, "account"],
    queryFn: async ({ signal }) => (await api.call(billing.account, {}, { signal })).resultData,
    meta: { page: true },
  });
}

/** The daily use of a limit; the previous days stay until the new ones have loaded. */
export function useUseHistory(use: PlanUse, days: number) {
  return useQuery({
    queryKey: [...billingKey, "uses", use, days],
    queryFn: async ({ signal }) => (await api.call(billing.uses, { use, days }, { signal })).resultData.list,
    placeholderData: keepPreviousData,
  });
}

/** The card that renews the plan. */
export function useLinkedCard() {
  return useQuery({
    queryKey: [...billingKey, "card"],
    queryFn: async ({ signal }) => (await api.call(linkedCard.info, {}, { signal })).resultData,
  });
}

/** What is sold, and what each plan allows. */
export function usePlans() {
  return useQuery({
    queryKey: [...billingKey, "plans"],
    queryFn: async ({ signal }) => (await api.call(billing.plans, {}, { signal })).resultData,
    staleTime: 60_000,
  });
}

/** The price and content of a purchase; the previous answer stays until the new one has loaded. */
export function usePreview(purchase: PlanPurchase | null) {
  return useQuery({
    queryKey: [...billingKey, "preview", purchase],
    queryFn: async ({ signal }) => purchase && (await api.call(billing.preview, purchase, { signal })).resultData,
    enabled: purchase !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

type LoadedPage<Row> = { list: Row[]; total: number; pageNum: number; pageSize: number };

/** The orders, page by page; polled while one of them waits for its money. */
export function useOrders(kind: "orders" | "recharges") {
  return useRecords<PlanOrderRow>(
    kind,
    async (pageNum, signal) => (await api.call(billing[kind], { pageNum, pageSize }, { signal })).resultData,
    (rows) => rows.some(({ status }) => status === "pending"),
  );
}

/** What was spent, page by page. */
export function useExpenses() {
  return useRecords<LedgerRow>(
    "expenses",
    async (pageNum, signal) => (await api.call(billing.expenses, { pageNum, pageSize }, { signal })).resultData,
    () => false,
  );
}

const lookAgainMs = 15_000;

function useRecords<Row>(
  name: string,
  load: (pageNum: number, signal: AbortSignal) => Promise<LoadedPage<Row>>,
  isWaiting: (rows: Row[]) => boolean,
) {
  return useInfiniteQuery({
    queryKey: [...billingKey, name],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pageNum, total }) => (pageNum * pageSize < total ? pageNum + 1 : undefined),
    refetchInterval: ({ state }) => (isWaiting(state.data?.pages[0]?.list ?? []) ? lookAgainMs : false),
    meta: { page: true },
  });
}
