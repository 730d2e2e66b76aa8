import type { BranchId } from "@homeroom/contract/ids";
import { member } from "@homeroom/contract/member";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { useBranches } from "./branches.ts";

const staleTime = 5 * 60_000;

/** Branches, and the sales people of one of them or of all, to narrow a list or figures to. Empty until they are known. */
export function useBranchAndPersonChoices(branchID: BranchId | undefined) {
  const branches = useBranches().data;
  const people = useQuery({
    queryKey: ["choices", "sales", branchID],
    queryFn: async ({ signal }) =>
      (await api.call(member.salesList, branchID ? { branchID } : {}, { signal })).resultData,
    staleTime,
  }).data;
  const unique = [...new Map(people?.map(({ value, label }) => [value, { value, label }])).values()];
  return { branches: branches ?? [], people: unique };
}
