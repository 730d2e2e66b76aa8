import type { BranchId } from "@homeroom/contract/ids";
import type { LeadRuleForm, LeadRuleRow, RuleMember } from "@homeroom/contract/lead-rules";

/** What a new rule begins with. */
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

/** A rule as its form holds it. */
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

/** Somebody who has just been put into a rule. */
export function newMember(accountID: RuleMember["accountID"]): RuleMember {
  return { accountID, ratio: null, capacity: null, countries: [], districts: [], hours: [] };
}

/** What is sent: a secondary channel only below its primary one, and no channel for a rule of all. */
export function sentForm(form: LeadRuleForm): LeadRuleForm {
  const channel = form.allChannels ? null : form.channel;
  return { ...form, channel, secondaryChannel: channel && form.secondaryChannel };
}

/** Whole percentages that add up to 100 for a number of people, as even as possible: the first get one more. */
export function evenShares(count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.floor(100 / count) + (at < 100 % count ? 1 : 0));
}

/**
 * Shares of which some are not given yet, filled up to 100: what is left goes to these evenly. Shares that are all given,
 * or leave nothing, stay as they are.
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
