import { AccountId, OrganizationId } from "@homeroom/contract/ids";
import { dayOf } from "#platform/clock/days";
import type { SecretBox } from "#platform/secrets/secret-box";
import { readSignedText, signText } from "#platform/secrets/signed-text";
import { daysBefore } from "./windows.ts";

/** Whose weekly mail a link ends. */
export interface Subscriber {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
}

export const weeklyMailPath = "/unsubscribe/figures";
const purpose = "weekly figures";

/** The path of the link that ends a person's weekly mail. It never expires: old mails keep their link. */
export function weeklyMailLink(secrets: SecretBox, { organizationId, accountId }: Subscriber): string {
  return `${weeklyMailPath}/${signText(secrets, purpose, `${organizationId}.${accountId}`)}`;
}

/** The person that a link's last part identifies; null if we did not make it. */
export function subscriberOfLink(secrets: SecretBox, token: string): Subscriber | null {
  const [organization, account] = readSignedText(secrets, purpose, token)?.split(".") ?? [];
  const organizationId = OrganizationId.safeParse(organization);
  const accountId = AccountId.safeParse(account);
  if (!organizationId.success || !accountId.success) return null;
  return { organizationId: organizationId.data, accountId: accountId.data };
}

/** When the mail of the figures leaves on Mondays, in hours of the branch's clock. */
const hour = 8;

/** The Monday, as `YYYY-MM-DD`, whose mail is the last that is due in a time zone: this week's from Monday morning on. */
export function lastMailDay(timeZone: string, now: Date): string {
  const day = dayOf(new Date(now.getTime() - hour * 3_600_000), timeZone);
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysBefore(day, sinceMonday);
}
