import { dashboard } from "@homeroom/contract/dashboard";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

const weeklyMailKey = ["dashboard", "weekly-mail"] as const;
type WeeklyMail = ResponseOf<typeof dashboard.weeklyMail>;

/** The person's subscription; undefined until it is known. */
export function useWeeklyMail() {
  return useQuery({
    queryKey: weeklyMailKey,
    queryFn: async ({ signal }) => (await api.call(dashboard.weeklyMail, {}, { signal })).resultData,
  }).data;
}

/** Subscribes or ends it: shown at once, and taken back if saving fails. */
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
