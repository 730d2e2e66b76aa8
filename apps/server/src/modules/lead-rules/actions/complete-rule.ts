import { isRefusalName } from "@homeroom/contract/errors/catalogue";
import { type LeadRuleChanges, LeadRuleForm } from "@homeroom/contract/lead-rules";
import { withSent } from "@homeroom/contract/some-fields";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { FoundRule } from "../queries/rules.ts";

/** The whole form of a rule: what was not sent is as stored, or as a new rule begins. Throws the form's errors by field. */
export function completeRule(sent: LeadRuleChanges, held: FoundRule | null): LeadRuleForm {
  const result = LeadRuleForm.safeParse(held ? withSent<LeadRuleChanges>(storedForm(held, sent), sent) : sent);
  if (result.success) return result.data;
  refuseFaults(
    result.error.issues.map(({ path, message }) => ({
      field: path.join("."),
      name: isRefusalName(message) ? message : "FIELD_INVALID",
    })),
  );
  throw result.error;
}

/** A channel that is sent takes the place of all channels, and of a secondary channel below another one. */
function storedForm(held: FoundRule, { channel }: LeadRuleChanges): LeadRuleChanges {
  const isMoved = Boolean(channel) && channel !== held.channelId;
  return {
    branchID: held.branchId,
    channel: held.channelId,
    secondaryChannel: isMoved ? null : held.secondaryChannelId,
    allChannels: held.channelId === null && !isMoved,
    countries: held.countries,
    districts: held.districts,
    assignmentRule: held.way,
    repeatRule: held.repeatRule,
    status: held.status,
    notificationEmail: held.emails,
    sales: held.members.map(({ accountId, ratio, capacity, countries, districts, hours }) => ({
      ...{ accountID: accountId, ratio, capacity },
      ...{ countries: [...countries], districts: [...districts], hours: [...hours] },
    })),
    hours: held.hours,
  };
}
