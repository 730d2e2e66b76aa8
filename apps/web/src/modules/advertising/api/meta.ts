import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { type MetaPage, type MetaSetting, metaSettings } from "@homeroom/contract/meta-settings";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { useDeliveryLog } from "./delivery-log.ts";

const key = ["advertising", "meta"];

/** The organisation's connection with Meta. */
export function useMetaSetting() {
  return useQuery({
    queryKey: [...key, "setting"],
    queryFn: ({ signal }) => fetchSetting(signal),
    meta: { page: true },
  });
}

/** A page as currently saved. */
export async function metaPageNow(pageID: string): Promise<MetaPage | undefined> {
  return (await fetchSetting()).pages.find((page) => page.pageID === pageID);
}

async function fetchSetting(signal?: AbortSignal): Promise<MetaSetting> {
  return (await api.call(metaSettings.setting, {}, { ...(signal && { signal }) })).resultData;
}

/** Submissions of lead ads, newest first. */
export function useMetaLog() {
  return useDeliveryLog(key, (request, options) => api.call(metaSettings.log, request, options));
}

/** Where the person signs in at Meta. */
export async function signInAddress(): Promise<string> {
  return (await api.call(metaSettings.authUrl, {})).resultData.url;
}

/** Writes of the connection and its pages; visible data are refetched. */
export function useMetaWrites() {
  const client = useQueryClient();
  const renewing = async (call: Promise<unknown>): Promise<void> => {
    await call.finally(() => void client.invalidateQueries({ queryKey: key }));
  };
  return {
    connect: (form: RequestInput<typeof metaSettings.connect>) => renewing(api.call(metaSettings.connect, form)),
    reload: () => renewing(api.call(metaSettings.reload, {})),
    disconnect: () => renewing(api.call(metaSettings.disconnect, {})),
    async save(form: RequestInput<typeof metaSettings.save>, report: FailureReport): Promise<void> {
      await api.call(metaSettings.save, form, report);
      await client.invalidateQueries({ queryKey: key });
    },
    retry: (recordID: RecordId) => renewing(api.call(metaSettings.retry, { recordID })),
  };
}
