import type { ServiceStatus } from "@homeroom/contract/ad-services";
import type { RequestInput } from "@homeroom/contract/endpoint";
import { operators } from "@homeroom/contract/operators";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByNumber } from "#platform/pages.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const key = ["operators"] as const;
const pageSize = 30;

type CentreQuery = Pick<RequestInput<typeof operators.centres>, "keywords" | "membership">;

/** The centres, page by page. */
export function useCentres(query: CentreQuery) {
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: [...key, "centres", query],
      read: async (pageNum, signal) =>
        (await api.call(operators.centres, { ...query, pageNum, pageSize }, { signal })).resultData,
    }),
    meta: { page: true },
  });
}

/** The ads to place, page by page; without a status those that wait or run. */
export function useCentreServices(status: ServiceStatus | undefined) {
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: [...key, "services", status],
      read: async (pageNum, signal) =>
        (await api.call(operators.services, { status, pageNum, pageSize }, { signal })).resultData,
    }),
    meta: { page: true },
  });
}

/** All prices, on one page. */
export function usePrices() {
  return useInfiniteQuery({
    queryKey: [...key, "prices"],
    queryFn: async ({ signal }) => {
      const { list } = (await api.call(operators.prices, {}, { signal })).resultData;
      return { list, total: list.length, pageNum: 1, pageSize: list.length };
    },
    initialPageParam: 1,
    getNextPageParam: () => undefined,
    meta: { page: true },
  });
}

/** Writes of gifts, prices and service steps; visible data are refetched. */
export function useOperatorWrites() {
  const write = useWrite(key);
  return {
    grant: (form: RequestInput<typeof operators.grant>, report: FailureReport) => write(operators.grant, form, report),
    changePrice: (form: RequestInput<typeof operators.changePrice>, report: FailureReport) =>
      write(operators.changePrice, form, report),
    changeService: (form: RequestInput<typeof operators.changeService>, report?: FailureReport) =>
      write(operators.changeService, form, report),
  };
}
