import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import {
  type CustomList,
  type LeadChannel,
  type LeadChannelForm,
  type ListItem,
  media,
  type UtmForm,
} from "@homeroom/contract/media";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByCursor } from "#platform/pages.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const keys = {
  items: (list: CustomList) => ["lists", "items", list] as const,
  channels: ["lists", "channels"] as const,
  links: ["lists", "links"] as const,
};

/** The items of one of the organisation's own lists, in their order. */
export function useItems(list: CustomList) {
  return useQuery({
    queryKey: keys.items(list),
    queryFn: async ({ signal }) => (await api.call(media.customItems, { ProjectID: list }, { signal })).resultData,
    meta: { choices: true },
  });
}

/** The lead channels, each with its secondary ones. */
export function useLeadChannels() {
  return useQuery({
    queryKey: [...keys.channels, "plain"],
    queryFn: async ({ signal }) => (await api.call(media.channels, { Type: 1 }, { signal })).resultData,
    meta: { choices: true },
  });
}

/** The same with the number of leads of each. */
export function useCountedChannels() {
  return useQuery({
    queryKey: [...keys.channels, "counted"],
    queryFn: async ({ signal }) => (await api.call(media.channels, { Type: 1, counts: 1 }, { signal })).resultData,
    meta: { choices: true, page: true },
  });
}

/** The media of campaign links. */
export function useMediums() {
  return useQuery({
    queryKey: ["lists", "mediums"],
    queryFn: async ({ signal }) => (await api.call(media.channels, { Type: 3 }, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** Writes of one list; a new order is shown at once and reverted on a refusal. */
export function useItemWrites(list: CustomList) {
  const client = useQueryClient();
  const key = keys.items(list);
  const renew = () => client.invalidateQueries({ queryKey: key });
  return {
    async save(form: Omit<RequestInput<typeof media.saveItem>, "ProjectID">, report?: FailureReport): Promise<void> {
      await api.call(media.saveItem, { ...form, ProjectID: list }, report);
      await renew();
    },
    async remove({ recordID }: ListItem, report: FailureReport): Promise<void> {
      await api.call(media.removeItem, { recordID }, report);
      await renew();
    },
    async sort(items: readonly ListItem[]): Promise<void> {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      client.setQueryData(key, items);
      try {
        await api.call(media.sortItems, { ProjectID: list, ids: items.map(({ recordID }) => recordID) });
      } catch (reason) {
        client.setQueryData(key, before);
        throw reason;
      }
    },
  };
}

/** Adds an item to one of the lists; returns its id. */
export function useAddItem(list: CustomList) {
  const client = useQueryClient();
  return async (name: string): Promise<RecordId> => {
    const { resultData } = await api.call(media.saveItem, { ProjectID: list, name });
    await client.invalidateQueries({ queryKey: keys.items(list) });
    return resultData.recordID;
  };
}

/** Writes of lead channels. */
export function useChannelWrites() {
  const write = useWrite(keys.channels);
  const renew = useRenewal(keys.channels);
  return {
    async save(form: LeadChannelForm, report: FailureReport): Promise<string> {
      await api.call(media.saveChannel, form, report);
      await renew();
      return form.name;
    },
    remove: ({ recordID }: Pick<LeadChannel, "recordID">) => write(media.removeChannel, { recordID }),
  };
}

const pageSize = 30;

/** The campaign links that were built, page by page. */
export function useUtmLinks(keywords: string) {
  return useInfiniteQuery({
    ...pagesByCursor({
      queryKey: [...keys.links, keywords],
      pageSize,
      read: async (page, signal) =>
        (await api.call(media.utmLinks, { ...(keywords && { keywords }), ...page }, { signal })).resultData,
    }),
    meta: { page: true },
  });
}

/** Writes of campaign links. */
export function useUtmWrites() {
  const write = useWrite(keys.links);
  const renew = useRenewal(keys.links);
  return {
    async build(form: UtmForm, report: FailureReport): Promise<string> {
      const { link } = (await api.call(media.buildUtmLink, form, report)).resultData;
      await renew();
      return link;
    },
    remove: (recordID: RecordId) => write(media.removeUtmLink, { recordID }),
    restore: (recordID: RecordId) => write(media.restoreUtmLink, { recordID }),
  };
}
