import type { RequestInput, RequestOf } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { receiptSettings } from "@homeroom/contract/receipt-settings";
import { taxInvoices } from "@homeroom/contract/tax-invoices";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { orderKeys } from "./queries.ts";

const pageSize = 30;
/** ECPay is called within seconds: the page polls while something is in progress. */
const lookAgainMs = 4000;

/** The e-invoices, newest first, page by page. */
export function useTaxInvoices(request: RequestInput<typeof taxInvoices.list>) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...orderKeys.lists, "invoices", request],
      pageSize,
      read: async (page, signal) => (await api.call(taxInvoices.list, { ...request, ...page }, { signal })).resultData,
    }),
  );
}

/** Whether there is any e-invoice that the person can see. */
export function useHasInvoices({ enabled }: { enabled: boolean }): boolean {
  const { data } = useQuery({
    queryKey: [...orderKeys.lists, "invoices", "any"],
    queryFn: async ({ signal }) => (await api.call(taxInvoices.list, { pageSize: 1 }, { signal })).resultData.total > 0,
    enabled,
    staleTime: 60_000,
  });
  return data === true;
}

/** Those of one order. */
export function useInvoicesOfOrder(orderID: string) {
  return useQuery({
    queryKey: [...orderKeys.lists, "invoices", "of", orderID],
    queryFn: async ({ signal }) =>
      (await api.call(taxInvoices.list, { orderID, pageSize: 50 }, { signal })).resultData.list,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === "waiting" || one.state === "asking") ? lookAgainMs : false,
  });
}

/** Makes the server ask ECPay again. */
export function useRetryInvoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (recordID: RecordId) => api.call(taxInvoices.retry, { recordID }),
    onSuccess: () => client.invalidateQueries({ queryKey: orderKeys.lists }),
  });
}

/** Saves where the e-invoice of an order goes. */
export function useChooseInvoice() {
  const write = useWrite(orderKeys.all);
  return (form: RequestOf<typeof taxInvoices.choose>, report: FailureReport) => write(taxInvoices.choose, form, report);
}

const key = [...orderKeys.all, "receipt-setting"] as const;

/** Which kind of receipt the organisation gives. */
export function useReceiptSetting() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(receiptSettings.read, {}, { signal })).resultData,
  });
}

/** The same, currently saved. */
export const receiptSettingNow = async () => (await api.call(receiptSettings.read, {})).resultData;

/** Saves it; visible orders are refetched. */
export function useSaveReceiptSetting() {
  const write = useWrite(orderKeys.all);
  return (form: RequestOf<typeof receiptSettings.save>, report: FailureReport) =>
    write(receiptSettings.save, form, report);
}
