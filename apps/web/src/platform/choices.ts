import { customLists, media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

/** Choices change rarely, and the server announces it. They are fetched again after five minutes all the same. */
const staleTime = 5 * 60_000;

/** The query key of the people to choose from. */
export const peopleKey = ["choices", "people"] as const;

export type ListName = keyof typeof customLists;

/** The query for the items of one of the organisation's lists. */
export const itemsQuery = (list: ListName) =>
  queryOptions({
    queryKey: ["choices", "items", list],
    queryFn: async ({ signal }) =>
      (await api.call(media.customItems, { ProjectID: customLists[list] }, { signal })).resultData,
    staleTime,
    meta: { choices: true },
  });

/** The items of one of the organisation's lists, in their order. */
export const useListItems = (list: ListName) => useQuery(itemsQuery(list)).data;

/** The query for the channels. */
export const channelsQuery = queryOptions({
  queryKey: ["choices", "channels"],
  queryFn: async ({ signal }) => (await api.call(media.channels, { Type: 1 }, { signal })).resultData,
  staleTime,
  meta: { choices: true },
});

/** The channels that leads come from, each with its secondary ones. */
export const useChannels = () => useQuery(channelsQuery).data;

/** The query for the people who can hold a lead. */
export const peopleQuery = (role: "sales" | "tutor", branchID?: string) =>
  queryOptions({
    queryKey: [...peopleKey, role, branchID ?? ""],
    queryFn: async ({ signal }) => {
      const call = role === "sales" ? member.salesList : member.tutorList;
      return (await api.call(call, branchID ? { branchID } : {}, { signal })).resultData;
    },
    staleTime,
  });

/** The people who can hold a lead: those of one branch, or of all that the reader sees. */
export const usePeople = (role: "sales" | "tutor", branchID?: string) => useQuery(peopleQuery(role, branchID)).data;

/** Each person once, even if they work at several branches. */
export function uniquePeople<Person extends { value: string }>(people: readonly Person[] | undefined): Person[] {
  return [...new Map(people?.map((one) => [one.value, one])).values()];
}
