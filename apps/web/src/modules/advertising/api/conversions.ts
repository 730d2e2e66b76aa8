import { type ConversionSetting, conversions } from "@homeroom/contract/conversions";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { useDeliveryLog } from "./delivery-log.ts";

const key = ["advertising", "conversions"];

/** Whether the stages of leads are sent to Meta. */
export function useConversionSetting() {
  return useQuery({ queryKey: [...key, "setting"], queryFn: ({ signal }) => fetchSetting(signal) });
}

/** The same as currently saved. */
export async function fetchSetting(signal?: AbortSignal): Promise<ConversionSetting> {
  return (await api.call(conversions.setting, {}, { ...(signal && { signal }) })).resultData;
}

/** The stages that were sent or are waiting, newest first. */
export function useConversionLog() {
  return useDeliveryLog(key, (request, options) => api.call(conversions.log, request, options));
}

/** Writes; visible data are refetched. */
export function useConversionWrites() {
  const write = useWrite(key);
  const renew = useRenewal(key);
  return {
    save: (form: RequestInput<typeof conversions.save>, report: FailureReport) => write(conversions.save, form, report),
    async retry(recordID: RecordId): Promise<void> {
      try {
        await api.call(conversions.retry, { recordID });
      } finally {
        await renew();
      }
    },
  };
}
