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
