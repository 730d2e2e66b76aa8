import type { RequestInput } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { type DuplicateGroup, leadFamilies, type NotUndone, type SiblingForm } from "@homeroom/contract/lead-families";
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { leadKeys } from "./queries.ts";

// Below the key of all leads, so that any change of leads refetches these too.
const keys = {
  duplicates: (leadId: LeadId) => ["leads", "duplicates", leadId] as const,
  mergedInto: (leadId: LeadId) => ["leads", "merged-into", leadId] as const,
  groups: (by: DuplicateGroup["why"]) => ["leads", "duplicate-groups", by] as const,
  similar: (form: SimilarForm) => ["leads", "similar", form] as const,
  family: (leadId: LeadId) => ["leads", "family", leadId] as const,
};

/** Leads that are probably the same person as a lead, and the leads merged into it. */
export function useDuplicates(leadId: LeadId) {
  return useQuery({
    queryKey: keys.duplicates(leadId),
    queryFn: async ({ signal }) => (await api.call(leadFamilies.duplicates, { leadId }, { signal })).resultData,
  });
}

/** The lead that a missing lead was merged into, if it was merged. */
export function useMergedInto(leadId: LeadId) {
  return useQuery({
    queryKey: keys.mergedInto(leadId),
    queryFn: async ({ signal }) => (await api.call(leadFamilies.mergedInto, { leadId }, { signal })).resultData,
  });
}

/** How many empty pages are fetched in a row before the person is asked whether to continue. */
const emptyPages = 25;

/** Groups of leads that share something, page by page. After a page without groups the next is fetched at once. */
export function useDuplicateGroups(by: DuplicateGroup["why"]) {
  return useInfiniteQuery({
    queryKey: keys.groups(by),
    queryFn: async ({ pageParam, signal }) => {
      let cursor = pageParam;
      for (let page = 1; ; page += 1) {
        const request = { by, ...(cursor && { cursor }) };
        const { resultData } = await api.call(leadFamilies.duplicateList, request, { signal });
        if (resultData.list.length > 0 || resultData.nextCursor === null || page === emptyPages) return resultData;
        cursor = resultData.nextCursor;
      }
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export type SimilarForm = RequestInput<typeof leadFamilies.similar>;

/** Leads that are similar to one being entered; nothing is fetched before there is enough to compare. */
export function useSimilar(form: SimilarForm, enabled: boolean) {
  return useQuery({
    queryKey: keys.similar(form),
    queryFn: async ({ signal }) => (await api.call(leadFamilies.similar, form, { signal })).resultData,
    enabled,
    staleTime: 30_000,
  }).data;
}

/** The family of a lead. */
export function useFamily(leadId: LeadId) {
  return useQuery({
    queryKey: keys.family(leadId),
    queryFn: async ({ signal }) => (await api.call(leadFamilies.family, { leadId }, { signal })).resultData,
  });
}

function reloadLeads(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: leadKeys.all });
}

type MergeForm = RequestInput<typeof leadFamilies.merge>;

/** Writes about duplicates and families; all visible leads are refetched. */
export function useFamilyWrites() {
  const client = useQueryClient();
  return {
    async merge(form: MergeForm): Promise<RecordId> {
      const { resultData } = await api.call(leadFamilies.merge, form);
      await reloadLeads(client);
      return resultData.recordID;
    },
    async undoMerge(recordID: RecordId): Promise<NotUndone[]> {
      const { resultData } = await api.call(leadFamilies.undoMerge, { recordID });
      await reloadLeads(client);
      return resultData.stayed;
    },
    async notSame(leadId: LeadId, otherId: LeadId): Promise<void> {
      await api.call(leadFamilies.notSame, { leadId, otherId });
      await client.invalidateQueries({ queryKey: ["leads", "duplicates"] });
      await client.invalidateQueries({ queryKey: ["leads", "duplicate-groups"] });
    },
    async join(leadId: LeadId, withLeadId: LeadId): Promise<void> {
      await api.call(leadFamilies.join, { leadId, withLeadId });
      await reloadLeads(client);
    },
    async leave(leadId: LeadId): Promise<void> {
      await api.call(leadFamilies.leave, { leadId });
      await reloadLeads(client);
    },
    async addSibling(leadId: LeadId, form: SiblingForm, report: FailureReport): Promise<LeadId> {
      const { resultData } = await api.call(leadFamilies.addSibling, { leadId, form }, report);
      await reloadLeads(client);
      return resultData.leadId;
    },
  };
}
