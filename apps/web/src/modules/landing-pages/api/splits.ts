import type { RecordId } from "@homeroom/contract/ids";
import { landingSplits, type SplitArm } from "@homeroom/contract/landing-splits";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useRenewal } from "#platform/use-renewal.ts";

const refreshMs = 15_000;

/** The A/B test that runs on a page. */
export function useSplit(recordID: RecordId, runs: boolean) {
  return useQuery({
    queryKey: ["landingPages", "split", recordID],
    queryFn: async ({ signal }) => (await api.call(landingSplits.info, { recordID }, { signal })).resultData,
    enabled: runs,
    refetchInterval: refreshMs,
  }).data;
}

/** The finished A/B tests of a page, latest first. */
export function usePastSplits(recordID: RecordId) {
  return useQuery({
    queryKey: ["landingPages", "pastSplits", recordID],
    queryFn: async ({ signal }) => (await api.call(landingSplits.history, { recordID }, { signal })).resultData,
  }).data;
}

/** Starts and ends tests; the visible page is refetched. */
export function useSplitWrites(recordID: RecordId) {
  const renew = useRenewal(["landingPages"]);
  return {
    start: () => api.call(landingSplits.start, { recordID }).finally(() => void renew()),
    end: (keep: SplitArm) => api.call(landingSplits.end, { recordID, keep }).finally(() => void renew()),
  };
}
