import type { LeadCard } from "@homeroom/contract/leads";

/** Whether one of the fields that are to be changed is no longer what the writer has seen. */
export function changedMeanwhile(seen: LeadCard, now: LeadCard, changes: object): boolean {
  const fields = Object.keys(changes) as (keyof LeadCard)[];
  return fields.some((field) => field in seen && JSON.stringify(seen[field]) !== JSON.stringify(now[field]));
}
