import { member } from "@homeroom/contract/member";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

/**
 * The branches that the person may enter. They are fetched once for all screens, and again after a branch changes: that
 * invalidates everything under the first word of this key.
 */
export function useBranches() {
  return useQuery({
    queryKey: ["places", "options"],
    queryFn: async ({ signal }) => (await api.call(member.branchList, {}, { signal })).resultData,
    staleTime: 60_000,
  });
}
