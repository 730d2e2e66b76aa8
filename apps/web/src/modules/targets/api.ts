import type { RecordId } from "@homeroom/contract/ids";
import { explicitQuery, type LeadQuery } from "@homeroom/contract/lead-query";
import { leads } from "@homeroom/contract/leads";
import { type TargetForm, type TargetRow, targets } from "@homeroom/contract/targets";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const keys = { all: ["targets"] as const, lists: ["targets", "list"] as const };
const pageSize = 30;

/** The recipient lists that the reader can see, page by page. */
export function useTargets(request: { keywords?: string; status?: number }) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...keys.lists, request],
      pageSize,
      read: async (page, signal) => (await api.call(targets.list, { ...request, ...page }, { signal })).resultData,
    }),
  );
}

export interface TriedRule {
  queryRule: LeadQuery;
  /** The list whose reach applies; without it the reader's own, or that of a branch. */
  recordID?: RecordId | undefined;
  branchID?: TargetForm["branchID"];
}

/**
 * The number of leads that match a rule. Earlier requests are aborted; the previous number stays until the new one has
 * loaded.
 */
export function useRuleCount({ queryRule, recordID, branchID }: TriedRule) {
  return useQuery({
    queryKey: [...keys.all, "count", queryRule, recordID, branchID],
    queryFn: async ({ signal }) => {
      const request = { queryRule, ...(recordID ? { recordID } : { branchID: branchID ?? null }) };
      return (await api.call(targets.count, request, { signal })).resultData;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** A few of the leads that match a rule, among those that the reader can see. */
export function useRuleSample(queryRule: LeadQuery, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.all, "sample", queryRule],
    queryFn: async ({ signal }) => {
      const { resultData } = await api.call(leads.list, { ...queryRule, pageSize: 5 }, { signal });
      return resultData.list;
    },
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Writes of recipient lists. */
export function useTargetWrites() {
  const write = useWrite(keys.lists);
  const renew = useRenewal(keys.lists);
  return {
    async save(
      { queryRule, ...form }: Omit<TargetForm, "queryRule"> & { queryRule: LeadQuery },
      report: FailureReport,
    ) {
      const wanted = { ...form, queryRule: explicitQuery(queryRule) };
      const { leadCount, exact } = (await api.call(targets.save, wanted, report)).resultData;
      await renew();
      return { name: form.name, leadCount, exact };
    },
    async reload({ recordID }: TargetRow) {
      const { resultData } = await api.call(targets.reload, { recordID });
      await renew();
      return resultData;
    },
    setStatus: ({ recordID }: TargetRow, status: number) => write(targets.setStatus, { recordID, status }),
    remove: ({ recordID }: TargetRow) => write(targets.remove, { recordID }),
    restore: ({ recordID }: TargetRow) => write(targets.restore, { recordID }),
  };
}
