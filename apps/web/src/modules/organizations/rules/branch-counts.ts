import type { branchCounts } from "@homeroom/contract/branch-counts";

type BranchCount = (typeof branchCounts)[number];

const keys = { "1": "one", "2-6": "few", "7-20": "several", "20+": "many", online: "online" } as const satisfies Record<
  BranchCount,
  string
>;

/** The text key of a number of branches; null if it is not one of the choices. */
export function branchCountKey(value: string): (typeof keys)[BranchCount] | null {
  return Object.hasOwn(keys, value) ? keys[value as BranchCount] : null;
}
