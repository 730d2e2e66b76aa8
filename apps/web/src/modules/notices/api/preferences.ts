import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import { notifications } from "@homeroom/contract/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { noticeKeys } from "./queries.ts";

export type Preferences = ResponseOf<typeof notifications.preferences>;
type PreferencesRequest = RequestOf<typeof notifications.savePreferences>;

/** Saves the notification settings: shown at once, and reverted if saving fails. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: PreferencesRequest) => api.call(notifications.savePreferences, wanted),
    // One at a time, so that the last choice wins.
    scope: { id: "notification-preferences" },
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey: noticeKeys.preferences });
      const before = client.getQueryData<Preferences>(noticeKeys.preferences);
      if (before) client.setQueryData<Preferences>(noticeKeys.preferences, { ...before, ...wanted });
      return { before };
    },
    onError: (_reason, _wanted, context) => {
      if (context?.before) client.setQueryData(noticeKeys.preferences, context.before);
    },
  });
}
