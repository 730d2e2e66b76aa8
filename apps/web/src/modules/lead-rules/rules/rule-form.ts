import type { BranchId } from "@homeroom/contract/ids";
import type { LeadRuleForm, LeadRuleRow, RuleMember } from "@homeroom/contract/lead-rules";

/** The initial values of a new rule. */
export function newRule(branchID: BranchId): LeadRuleForm {
  return {
    branchID,
    channel: null,
    secondaryChannel: null,
    allChannels: false,
    countries: [],
    districts: [],
    assignmentRule: "roundRobin",
    repeatRule: "sameSales",
    status: 1,
    notificationEmail: [],
    sales: [],
    hours: [],
  };
}

/** A rule as form values. */
export function formOf(rule: LeadRuleRow): LeadRuleForm {
  const { recordID, version, branchID, allChannels, countries, districts, assignmentRule, repeatRule, status } = rule;
  return {
    ...{ recordID, version, branchID, allChannels, countries, districts, assignmentRule, repeatRule, status },
    channel: rule.channel?.recordID ?? null,
    secondaryChannel: rule.secondaryChannel?.recordID ?? null,
    notificationEmail: rule.notificationEmail,
    hours: rule.hours,
    sales: rule.sales.map(({ accountID, ratio, capacity, countries: of, districts: at, hours }) => {
      return { accountID, ratio, capacity, countries: of, districts: at, hours };
    }),
  };
}

/** A new member of a rule. */
export function newMember(accountID: RuleMember["accountID"]): RuleMember {
  return { accountID, ratio: null, capacity: null, countries: [], districts: [], hours: [] };
}

/** The request: a secondary channel only with its primary one, and no channel for a rule for all channels. */
export function sentForm(form: LeadRuleForm): LeadRuleForm {
  const channel = form.allChannels ? null : form.channel;
  return { ...form, channel, secondaryChannel: channel && form.secondaryChannel };
}

/** Whole percentages for a number of people that add up to 100, as even as possible: the first people get one more. */
export function evenShares(count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.floor(100 / count) + (at < 100 % count ? 1 : 0));
}

/**
 * Fills shares up to 100: the rest is divided evenly among the missing ones. Complete shares, and shares without a rest,
 * stay unchanged.
 */
export function filledShares(shares: readonly (number | null)[]): (number | null)[] {
  const open = shares.filter((share) => share === null).length;
  const left = 100 - shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  if (open === 0 || left < open) return [...shares];
  let next = 0;
  return shares.map((share) => {
    if (share !== null) return share;
    const own = Math.floor(left / open) + (next < left % open ? 1 : 0);
    next += 1;
    return own;
  });
}
