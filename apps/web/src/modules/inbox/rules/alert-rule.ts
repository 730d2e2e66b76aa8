import type { AccountId } from "@homeroom/contract/ids";

/** Which messages this browser announces at once. */
export const alertRules = ["mine", "all", "off"] as const;
export type AlertRule = (typeof alertRules)[number];

/**
 * Whether a person is alerted to a new message: of their own and unassigned customers, of every visible one, or of
 * none.
 */
export function isNotified(rule: AlertRule, holders: readonly AccountId[], me: AccountId | null): boolean {
  if (rule === "off") return false;
  if (rule === "all" || holders.length === 0) return true;
  return me !== null && holders.includes(me);
}
