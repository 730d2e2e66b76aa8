import { dashboard } from "@homeroom/contract/dashboard";
import type { RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByCursor } from "#platform/pages.ts";
import type { FigureChoice } from "../rules/figure-links.ts";

const weeklyMailKey = ["dashboard", "weekly-mail"] as const;

const setUpKey = ["dashboard", "set-up"] as const;

/** The next set-up steps; undefined until loaded. */
export function useSetUp() {
  return useQuery({
    queryKey: setUpKey,
    queryFn: async ({ signal }) => (await api.call(dashboard.setUpList, {}, { signal })).resultData,
    // Steps are done on other screens, so the list is refetched on return.
    staleTime: 0,
  }).data;
}

/** Dismisses or restores the list, or ticks a step. */
export function useUpdateSetUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: RequestInput<typeof dashboard.updateSetUp>) => api.call(dashboard.updateSetUp, change),
    onSettled: () => client.invalidateQueries({ queryKey: setUpKey }),
  });
}

/** The centre's figures, refetched every few minutes while they are visible. */
export function useFigures(choice: FigureChoice) {
  return useQuery({
    queryKey: ["dashboard", "figures", choice],
    queryFn: async ({ signal }) => (await api.call(dashboard.info, choice, { signal })).resultData,
    placeholderData: keepPreviousData,
    refetchInterval: 5 * 60_000,
  });
}

export type AnswersWanted = Omit<RequestInput<typeof dashboard.answerList>, "cursor" | "pageNum" | "pageSize">;

/** The answers behind the reply time, page by page. */
export function useAnswers(wanted: AnswersWanted) {
  return useInfiniteQuery(
    pagesByCursor({
      queryKey: ["dashboard", "answers", wanted],
      pageSize: 50,
      read: async (page, signal) =>
        (await api.call(dashboard.answerList, { ...wanted, ...page }, { signal })).resultData,
    }),
  );
}

type WeeklyMail = ResponseOf<typeof dashboard.weeklyMail>;

/** The person's subscription; undefined until loaded. */
export function useWeeklyMail() {
  return useQuery({
    queryKey: weeklyMailKey,
    queryFn: async ({ signal }) => (await api.call(dashboard.weeklyMail, {}, { signal })).resultData,
  }).data;
}

/** Subscribes or unsubscribes: shown at once, and reverted if saving fails. */
export function useSaveWeeklyMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (subscribed: boolean) => api.call(dashboard.saveWeeklyMail, { subscribed }),
    scope: { id: "weekly-mail" },
    onMutate: async (subscribed) => {
      await client.cancelQueries({ queryKey: weeklyMailKey });
      const before = client.getQueryData<WeeklyMail>(weeklyMailKey);
      if (before) client.setQueryData<WeeklyMail>(weeklyMailKey, { ...before, subscribed });
      return { before };
    },
    onError: (_reason, _subscribed, context) => {
      if (context?.before) client.setQueryData(weeklyMailKey, context.before);
    },
    onSettled: () => client.invalidateQueries({ queryKey: weeklyMailKey }),
  });
}
