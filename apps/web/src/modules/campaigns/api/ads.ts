import type { AdLevel, campaigns } from "@homeroom/contract/campaigns";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { landingPages } from "@homeroom/contract/landing-pages";
import { leadPaths } from "@homeroom/contract/lead-path";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { saveFile } from "#platform/save-file.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import type { AdPlatform } from "../rules/platforms.ts";

export type AdRequest = RequestInput<typeof campaigns.campaignList>;

const keys = {
  all: ["campaigns"] as const,
  lists: ({ name }: AdPlatform) => ["campaigns", "list", name] as const,
  accounts: ({ name }: AdPlatform) => ["campaigns", "accounts", name] as const,
};
const pageSize = 50;
const whileSyncingMs = 4000;

const lists = { campaign: "campaignList", adset: "adsetList", ad: "adList" } as const;

/** The items of a platform's level that match filters, page by page, with the totals of all of them. */
export function useAds(platform: AdPlatform, level: AdLevel, request: AdRequest) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...keys.lists(platform), level, request],
      pageSize,
      read: async (page, signal) =>
        (await api.call(platform.calls[lists[level]], { ...request, ...page }, { signal })).resultData,
    }),
  );
}

/** The ad accounts; polled while figures are fetched. The lists are refetched afterwards. */
export function useAdAccounts(platform: AdPlatform) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keys.accounts(platform),
    queryFn: async ({ signal }) => (await api.call(platform.calls.accounts, {}, { signal })).resultData.list,
    refetchInterval: ({ state }) => (state.data?.some(({ isSyncing }) => isSyncing) ? whileSyncingMs : false),
  });
  const isSyncing = query.data?.some((account) => account.isSyncing) ?? false;
  const was = useRef(isSyncing);
  useEffect(() => {
    if (was.current && !isSyncing) void client.invalidateQueries({ queryKey: keys.lists(platform) });
    was.current = isSyncing;
  }, [client, isSyncing, platform]);
  return { query, accounts: query.data, isSyncing };
}

/** Writes of the lists; visible data are refetched. */
export function useAdWrites(platform: AdPlatform) {
  const client = useQueryClient();
  return {
    async sync(): Promise<void> {
      await api.call(platform.calls.sync, {});
      await client.invalidateQueries({ queryKey: keys.accounts(platform) });
    },
    async bind(form: RequestInput<typeof campaigns.bind>, report: FailureReport): Promise<void> {
      await api.call(platform.calls.bind, form, report);
      await client.invalidateQueries({ queryKey: keys.lists(platform) });
    },
    async unbind(recordID: RecordId): Promise<void> {
      await api
        .call(platform.calls.unbind, { recordID })
        .finally(() => void client.invalidateQueries({ queryKey: keys.lists(platform) }));
    },
  };
}

/** Saves a list as a workbook. */
export function useExportAds(platform: AdPlatform, level: AdLevel) {
  return useMutation({
    mutationFn: async ({ compare: _compare, ...filters }: AdRequest) =>
      saveFile(await api.call(platform.calls.export, { ...filters, level })),
  });
}

/** The landing pages that match a search, to choose from. */
export function usePageChoices(keywords: string) {
  return useQuery({
    queryKey: [...keys.all, "pages", keywords],
    queryFn: async ({ signal }) => {
      const { list } = (await api.call(landingPages.list, { keywords, pageSize: 20 }, { signal })).resultData;
      return list.map(({ recordID, name }) => ({ value: recordID, label: name }));
    },
    placeholderData: keepPreviousData,
  }).data;
}

/** A lead's path to us. */
export function useLeadPath(leadId: LeadId) {
  return useQuery({
    queryKey: ["campaigns", "path", leadId],
    queryFn: async ({ signal }) => (await api.call(leadPaths.path, { leadId }, { signal })).resultData,
  });
}
