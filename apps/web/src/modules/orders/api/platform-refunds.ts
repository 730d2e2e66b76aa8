import type { RequestOf } from "@homeroom/contract/endpoint";
import { type PlatformRefundRow, platformRefunds } from "@homeroom/contract/platform-refunds";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { orderKeys } from "./queries.ts";

/** The server polls a platform that is processing a refund; meanwhile the page polls for the outcome. */
const lookAgainMs = 10_000;

/** An order's refunds by platforms, and the payments that platforms can refund. */
export function usePlatformRefunds(orderID: string) {
  return useQuery({
    queryKey: [...orderKeys.detail(orderID), "refunds"],
    queryFn: async ({ signal }) => (await api.call(platformRefunds.list, { orderID }, { signal })).resultData,
    refetchInterval: ({ state }) => (state.data?.list.some((one) => one.state === "asked") ? lookAgainMs : false),
  }).data;
}

/** Asks a platform for a refund; returns its state. */
export function useAskRefund() {
  const client = useQueryClient();
  return async (form: RequestOf<typeof platformRefunds.ask>, report: FailureReport): Promise<PlatformRefundRow> => {
    const { resultData } = await api.call(platformRefunds.ask, form, report);
    await client.invalidateQueries({ queryKey: orderKeys.all });
    return resultData;
  };
}
