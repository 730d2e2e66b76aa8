import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { landingDomains } from "@homeroom/contract/landing-domains";
import { type LineTrackingSetting, lineTracking } from "@homeroom/contract/line-tracking";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const domainsKey = ["landingPages", "domains"] as const;

/** The organisation's own host names. */
export function useDomains() {
  return useQuery({
    queryKey: domainsKey,
    queryFn: async ({ signal }) => (await api.call(landingDomains.list, {}, { signal })).resultData,
  });
}

/** Writes of host names; pages are refetched too, since their addresses may have changed. */
export function useDomainWrites() {
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: ["landingPages"] });
  return {
    add: (host: string, report: FailureReport) => api.call(landingDomains.add, { host }, report).finally(renew),
    check: async (recordID: RecordId) =>
      (await api.call(landingDomains.verify, { recordID }).finally(renew)).resultData,
    remove: (recordID: RecordId) => api.call(landingDomains.remove, { recordID }).finally(renew),
  };
}

const trackingKey = ["landingPages", "lineTracking"];

/** The LINE tag that pages report to. */
export function useLineTracking() {
  return useQuery({ queryKey: trackingKey, queryFn: ({ signal }) => fetchLineTracking(signal) });
}

/** The same, currently saved. */
export async function fetchLineTracking(signal?: AbortSignal): Promise<LineTrackingSetting> {
  return (await api.call(lineTracking.setting, {}, { ...(signal && { signal }) })).resultData;
}

/** Saves the tag; LINE is asked first. */
export function useSaveLineTracking() {
  const write = useWrite(trackingKey);
  return (form: RequestInput<typeof lineTracking.save>, report: FailureReport) =>
    write(lineTracking.save, form, report);
}
