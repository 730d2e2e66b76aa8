import type { RequestInput } from "@homeroom/contract/endpoint";
import { type LineTrackingSetting, lineTracking } from "@homeroom/contract/line-tracking";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const key = ["landingPages", "lineTracking"];

/** The LINE tag that pages report to. */
export function useLineTracking() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => fetchLineTracking(signal) });
}

/** The same as it is saved now. */
export async function fetchLineTracking(signal?: AbortSignal): Promise<LineTrackingSetting> {
  return (await api.call(lineTracking.setting, {}, { ...(signal && { signal }) })).resultData;
}

/** Saves the tag; LINE is asked first. */
export function useSaveLineTracking() {
  const client = useQueryClient();
  return async (form: RequestInput<typeof lineTracking.save>, report: FailureReport): Promise<void> => {
    await api.call(lineTracking.save, form, report);
    await client.invalidateQueries({ queryKey: key });
  };
}
