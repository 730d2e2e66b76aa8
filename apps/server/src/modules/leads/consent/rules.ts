import { timingSafeEqual } from "node:crypto";
import { type ConsentChannel, consentChannels } from "@homeroom/contract/consents";
import { LeadId, OrganizationId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";

/** The lead and channel whose consent a link withdraws. */
export interface LinkSubject {
  readonly organizationId: OrganizationId;
  readonly leadId: LeadId;
  readonly channel: ConsentChannel;
}

export const unsubscribePath = "/unsubscribe";
const purpose = "unsubscribe";

/** The path of the link that takes back a lead's consent. It never expires: old messages keep their link. */
export function unsubscribeLink(secrets: SecretBox, { organizationId, leadId, channel }: LinkSubject): string {
  const subject = `${organizationId}.${leadId}.${channel}`;
  return `${unsubscribePath}/${subject}.${secrets.sign(purpose, subject)}`;
}

/** The lead that a link's last part identifies; null if we did not make it. */
export function subjectOfLink(secrets: SecretBox, token: string): LinkSubject | null {
  const [organization, lead, way] = token.split(".");
  const organizationId = OrganizationId.safeParse(organization);
  const leadId = LeadId.safeParse(lead);
  const channel = consentChannels.find((one) => one === way);
  if (!organizationId.success || !leadId.success || !channel) return null;
  const subject = { organizationId: organizationId.data, leadId: leadId.data, channel };
  return isSame(unsubscribeLink(secrets, subject), `${unsubscribePath}/${token}`) ? subject : null;
}

function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
