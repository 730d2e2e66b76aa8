import type { RequestInput } from "@homeroom/contract/endpoint";
import { type GoogleSetting, googleLeads } from "@homeroom/contract/google-leads";
import type { RecordId } from "@homeroom/contract/ids";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { logPages } from "./log-pages.ts";

const key = ["advertising", "google"];

/** How the branches that the person reaches take leads of Google lead forms. */
export function useGoogleSettings() {
  return useQuery({
    queryKey: [...key, "settings"],
    queryFn: ({ signal }) => fetchSettings(signal),
    meta: { page: true },
  });
}

/** A branch's setting as it is saved now. */
export async function googleSettingNow(branchID: string): Promise<GoogleSetting | undefined> {
  return (await fetchSettings()).find(({ branch }) => branch.branchID === branchID);
}

async function fetchSettings(signal?: AbortSignal): Promise<GoogleSetting[]> {
  return (await api.call(googleLeads.setting, {}, { ...(signal && { signal }) })).resultData;
}

/** What the forms sent, the newest first. */
export function useGoogleLog() {
  return useInfiniteQuery({
    queryKey: [...key, "log"],
    queryFn: async ({ pageParam, signal }) =>
      (await api.call(googleLeads.log, logPages.requestOf(pageParam), { signal })).resultData,
    ...logPages.options,
  });
}

/** Writes of Google lead forms; what is shown is asked for again. */
export function useGoogleWrites() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: key });
  return {
    async save(form: RequestInput<typeof googleLeads.save>, report: FailureReport): Promise<void> {
      await api.call(googleLeads.save, form, report);
      await renew();
    },
    async retry(recordID: RecordId): Promise<void> {
      await api.call(googleLeads.retry, { recordID }).finally(() => void renew());
    },
  };
}
