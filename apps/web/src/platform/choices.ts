import { customLists, media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

/** What can be chosen changes rarely, and the server says when: after five minutes it is asked for again all the same. */
const staleTime = 5 * 60_000;

/** Under which the people to choose from are kept. */
export const peopleKey = ["choices", "people"] as const;

export type ListName = keyof typeof customLists;

/** How the items of one of the organisation's lists are asked for. */
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

/** How the channels are asked for. */
export const channelsQuery = queryOptions({
  queryKey: ["choices", "channels"],
  queryFn: async ({ signal }) => (await api.call(media.channels, { Type: 1 }, { signal })).resultData,
  staleTime,
  meta: { choices: true },
});

/** The channels that leads come from, each with its secondary ones. */
export const useChannels = () => useQuery(channelsQuery).data;

/** How the people who can hold a lead are asked for. */
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

/** Each person once, in however many branches they work. */
export function uniquePeople<Person extends { value: string }>(people: readonly Person[] | undefined): Person[] {
  return [...new Map(people?.map((one) => [one.value, one])).values()];
}
