import type { LeadQuery } from "@homeroom/contract/lead-query";

/** The address of a new recipient list whose rule is this. */
export function newTargetAddress(rule: LeadQuery): string {
  return `/admessage/target?${new URLSearchParams({ new: "1", rule: JSON.stringify(rule) })}`;
}
