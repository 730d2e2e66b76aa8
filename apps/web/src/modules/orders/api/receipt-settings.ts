import type { RequestOf } from "@homeroom/contract/endpoint";
import { receiptSettings } from "@homeroom/contract/receipt-settings";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { orderKeys } from "./queries.ts";

const key = [...orderKeys.all, "receipt-setting"] as const;

/** Which kind of receipt the organisation gives. */
export function useReceiptSetting() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(receiptSettings.read, {}, { signal })).resultData,
  });
}

/** The same as it is now. */
export const receiptSettingNow = async () => (await api.call(receiptSettings.read, {})).resultData;

/** Saves it; what is shown of orders is asked for again. */
export function useSaveReceiptSetting() {
  const client = useQueryClient();
  return async (form: RequestOf<typeof receiptSettings.save>, report: FailureReport): Promise<void> => {
    await api.call(receiptSettings.save, form, report);
    await client.invalidateQueries({ queryKey: orderKeys.all });
  };
}
