import type { RequestOf } from "@homeroom/contract/endpoint";
import { type PlatformRefundRow, platformRefunds } from "@homeroom/contract/platform-refunds";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { orderKeys } from "./queries.ts";

/** A platform that works on a refund is asked again by the server; its outcome is looked for meanwhile. */
const lookAgainMs = 10_000;

/** The refunds of an order that platforms were asked for, and the payments that can go back through them. */
export function usePlatformRefunds(orderID: string) {
  return useQuery({
    queryKey: [...orderKeys.detail(orderID), "refunds"],
    queryFn: async ({ signal }) => (await api.call(platformRefunds.list, { orderID }, { signal })).resultData,
    refetchInterval: ({ state }) => (state.data?.list.some((one) => one.state === "asked") ? lookAgainMs : false),
  }).data;
}

/** Asks a platform for a refund; answers how far it is. */
export function useAskRefund() {
  const client = useQueryClient();
  return async (form: RequestOf<typeof platformRefunds.ask>, report: FailureReport): Promise<PlatformRefundRow> => {
    const { resultData } = await api.call(platformRefunds.ask, form, report);
    await client.invalidateQueries({ queryKey: orderKeys.all });
    return resultData;
  };
}
