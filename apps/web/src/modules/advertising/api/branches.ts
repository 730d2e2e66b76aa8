import { member } from "@homeroom/contract/member";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

/** The branches that the person may enter. */
export function useBranches() {
  return useQuery({
    queryKey: ["advertising", "branches"],
    queryFn: async ({ signal }) => (await api.call(member.branchList, {}, { signal })).resultData,
    staleTime: 60_000,
  });
}
