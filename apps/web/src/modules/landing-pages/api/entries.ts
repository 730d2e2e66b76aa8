import type { RecordId } from "@homeroom/contract/ids";
import { landingEntries } from "@homeroom/contract/landing-entries";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

const lookAgainMs = 10_000;

/** The forms of a page that made no lead; looked at again while there are some. */
export function useStuckEntries(pageId: RecordId) {
  return useQuery({
    queryKey: ["landingPages", "entries", pageId],
    queryFn: async ({ signal }) =>
      (await api.call(landingEntries.log, { recordID: pageId }, { signal })).resultData ?? [],
    refetchInterval: ({ state }) => (state.data?.length ? lookAgainMs : false),
  });
}

/** Has the lead of a form made again. */
export function useReplayEntry() {
  const client = useQueryClient();
  return async (recordID: RecordId) => {
    await api.call(landingEntries.replay, { recordID });
    await client.invalidateQueries({ queryKey: ["landingPages"] });
  };
}
