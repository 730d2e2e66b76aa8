import type { BranchId } from "@homeroom/contract/ids";
import { useBranches } from "./branches.ts";
import { uniquePeople, usePeople } from "./choices.ts";

/** Branches, and the sales people of one of them or of all, to narrow a list or figures to. Empty until they are known. */
export function useBranchAndPersonChoices(branchID: BranchId | undefined) {
  const branches = useBranches().data;
  const people = usePeople("sales", branchID);
  return { branches: branches ?? [], people: uniquePeople(people).map(({ value, label }) => ({ value, label })) };
}
