import type { BranchId } from "@homeroom/contract/ids";
import { useBranches } from "./branches.ts";
import { uniquePeople, usePeople } from "./choices.ts";

/** Filter choices: branches, and the sales people of one or all of them. Empty until loaded. */
export function useBranchAndPersonChoices(branchID: BranchId | undefined) {
  const branches = useBranches().data;
  const people = usePeople("sales", branchID);
  return { branches: branches ?? [], people: uniquePeople(people).map(({ value, label }) => ({ value, label })) };
}
