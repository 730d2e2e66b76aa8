import { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";

/** What a rule names, by the kind of thing, so that each can be called by its name. */
export function namedIn(rule: LeadQuery): {
  people: AccountId[];
  items: RecordId[];
  channels: RecordId[];
  branches: BranchId[];
  plans: RecordId[];
} {
  return {
    people: [...(rule.sales ?? []), ...(rule.tutor ?? [])].map((id) => AccountId.parse(id)),
    items: [
      rule.status,
      rule.withoutStatus,
      rule.result,
      rule.tag,
      rule.allTags,
      rule.withoutTag,
      rule.regularContact,
    ].flatMap((ids) => (ids ?? []).map((id) => RecordId.parse(id))),
    channels: [...(rule.channel ?? []), ...(rule.secondaryChannel ?? [])].map((id) => RecordId.parse(id)),
    branches: rule.branchID ? [BranchId.parse(rule.branchID)] : [],
    plans: rule.planID ? [rule.planID] : [],
  };
}

/** A rule limited to leads that can be reached that way; a rule that asks for unreachable leads matches nobody. */
export function reachableBy(rule: LeadQuery, by: "phone" | "email" | undefined): LeadQuery {
  if (!by) return rule;
  const fact = by === "phone" ? "hasPhone" : "hasEmail";
  return rule[fact] === false ? { ...rule, leadIds: [] } : { ...rule, [fact]: true };
}
