import { type AdLevel, campaigns } from "@homeroom/contract/campaigns";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { landingPages } from "@homeroom/contract/landing-pages";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { saveFile } from "#platform/save-file.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

export type AdRequest = RequestInput<typeof campaigns.campaignList>;

const keys = {
  all: ["campaigns"] as const,
  lists: ["campaigns", "list"] as const,
  accounts: ["campaigns", "accounts"],
};
const pageSize = 50;
const whileSyncingMs = 4000;

const lists = { campaign: campaigns.campaignList, adset: campaigns.adsetList, ad: campaigns.adList } as const;

/** The items of a level that filters keep, page by page, with the totals of all of them. */
export function useAds(level: AdLevel, request: AdRequest) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...keys.lists, level, request],
      pageSize,
      read: async (page, signal) => (await api.call(lists[level], { ...request, ...page }, { signal })).resultData,
    }),
  );
}

/** The ad accounts. While figures are fetched they are asked for again; the lists follow when that is over. */
export function useAdAccounts() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keys.accounts,
    queryFn: async ({ signal }) => (await api.call(campaigns.accounts, {}, { signal })).resultData.list,
    refetchInterval: ({ state }) => (state.data?.some(({ isSyncing }) => isSyncing) ? whileSyncingMs : false),
  });
  const isSyncing = query.data?.some((account) => account.isSyncing) ?? false;
  const was = useRef(isSyncing);
  useEffect(() => {
    if (was.current && !isSyncing) void client.invalidateQueries({ queryKey: keys.lists });
    was.current = isSyncing;
  }, [client, isSyncing]);
  return { accounts: query.data, isSyncing };
}

/** Writes of the lists; what is shown is asked for again. */
export function useAdWrites() {
  const client = useQueryClient();
  return {
    async sync(): Promise<void> {
      await api.call(campaigns.sync, {});
      await client.invalidateQueries({ queryKey: keys.accounts });
    },
    async bind(form: RequestInput<typeof campaigns.bind>, report: FailureReport): Promise<void> {
      await api.call(campaigns.bind, form, report);
      await client.invalidateQueries({ queryKey: keys.lists });
    },
    async unbind(recordID: RecordId): Promise<void> {
      await api
        .call(campaigns.unbind, { recordID })
        .finally(() => void client.invalidateQueries({ queryKey: keys.lists }));
    },
  };
}

/** Saves a list as a workbook. */
export function useExportAds(level: AdLevel) {
  return useMutation({
    mutationFn: async ({ compare: _compare, ...filters }: AdRequest) =>
      saveFile(await api.call(campaigns.export, { ...filters, level })),
  });
}

/** The landing pages that some words find, to choose from. */
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
