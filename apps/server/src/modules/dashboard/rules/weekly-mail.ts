import { AccountId, OrganizationId } from "@homeroom/contract/ids";
import { dayOf } from "#platform/clock/days";
import type { SecretBox } from "#platform/secrets/secret-box";
import { readSignedText, signText } from "#platform/secrets/signed-text";
import { daysBefore } from "./windows.ts";

/** The person that a link unsubscribes. */
export interface Subscriber {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
}

export const weeklyMailPath = "/unsubscribe/figures";
const purpose = "weekly figures";

/** The path of a person's unsubscribe link. It never expires: links in old mails keep working. */
export function weeklyMailLink(secrets: SecretBox, { organizationId, accountId }: Subscriber): string {
  return `${weeklyMailPath}/${signText(secrets, purpose, `${organizationId}.${accountId}`)}`;
}

/** The person identified by a link's last part; null if we did not make the link. */
export function subscriberOfLink(secrets: SecretBox, token: string): Subscriber | null {
  const [organization, account] = readSignedText(secrets, purpose, token)?.split(".") ?? [];
  const organizationId = OrganizationId.safeParse(organization);
  const accountId = AccountId.safeParse(account);
  if (!organizationId.success || !accountId.success) return null;
  return { organizationId: organizationId.data, accountId: accountId.data };
}

/** The hour at which the figures are mailed on Mondays, in the branch's time zone. */
const hour = 8;

/** The Monday, as `YYYY-MM-DD`, of the latest due mail in a time zone: this week's from Monday morning on. */
export function lastMailDay(timeZone: string, now: Date): string {
  const day = dayOf(new Date(now.getTime() - hour * 3_600_000), timeZone);
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysBefore(day, sinceMonday);
}
