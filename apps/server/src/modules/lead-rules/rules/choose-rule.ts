import type { BranchId, RecordId } from "@homeroom/contract/ids";
import { isLimited, isOfRegion, type Region } from "./regions.ts";

/** The part of a rule that decides which leads it takes. */
export interface RuleConditions extends Region {
  readonly ruleId: RecordId;
  readonly branchId: BranchId;
  /** Null: all channels. */
  readonly channelId: RecordId | null;
  readonly secondaryChannelId: RecordId | null;
  readonly status: number;
}

/** The part of a lead that decides which rule takes it. */
export interface LeadOrigin {
  readonly branchId: BranchId;
  readonly channelId: RecordId | null;
  readonly secondaryChannelId: RecordId | null;
  readonly country: string;
  readonly address: string;
}

/**
 * The rule that takes a lead: the most specific of those that are on and match, a secondary channel before a
 * primary one, before all channels of a region, before all channels. The oldest wins a tie. Null: the branch takes turns.
 */
export function chooseRule<Rule extends RuleConditions>(lead: LeadOrigin, rules: readonly Rule[]): Rule | null {
  const [first] = rules.filter((rule) => takes(rule, lead)).sort(bySpecificity);
  return first ?? null;
}

function takes(rule: RuleConditions, lead: LeadOrigin): boolean {
  return (
    rule.status === 1 &&
    rule.branchId === lead.branchId &&
    (rule.channelId === null || rule.channelId === lead.channelId) &&
    (rule.secondaryChannelId === null || rule.secondaryChannelId === lead.secondaryChannelId) &&
    isOfRegion(lead, rule)
  );
}

/** The most specific rules first, then the oldest: ids grow with time. */
export function bySpecificity(one: RuleConditions, other: RuleConditions): number {
  return rank(other) - rank(one) || (one.ruleId < other.ruleId ? -1 : 1);
}

function rank(rule: RuleConditions): number {
  const channel = rule.secondaryChannelId ? 4 : rule.channelId ? 2 : 0;
  const region = isLimited(rule) ? (rule.districts.length > 0 ? 1.5 : 1) : 0;
  return channel + region;
}
