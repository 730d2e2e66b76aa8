import { type SessionRow, sessions } from "@homeroom/contract/sessions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

const sessionsKey = ["own-sessions"];

/** Where the person is signed in. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }): Promise<SessionRow[]> => (await api.call(sessions.list, {}, { signal })).resultData,
  });
}

/** Signs another browser of the person out. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (recordID: SessionRow["recordID"]) => api.call(sessions.end, { recordID }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Signs all other browsers of the person out; answers how many there were. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.call(sessions.endOthers, {})).resultData.ended,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
