import { type ConsentChannel, consentChannels } from "@homeroom/contract/consents";
import { LeadId, OrganizationId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";
import { readSignedText, signText } from "#platform/secrets/signed-text";

/** The lead and channel whose consent a link withdraws. */
export interface LinkSubject {
  readonly organizationId: OrganizationId;
  readonly leadId: LeadId;
  readonly channel: ConsentChannel;
}

export const unsubscribePath = "/unsubscribe";
const purpose = "unsubscribe";

/** The path of the link that withdraws a lead's consent. It never expires, so links in old messages keep working. */
export function unsubscribeLink(secrets: SecretBox, { organizationId, leadId, channel }: LinkSubject): string {
  return `${unsubscribePath}/${signText(secrets, purpose, `${organizationId}.${leadId}.${channel}`)}`;
}

/** The lead that a link's last part identifies; null if the link is not ours. */
export function subjectOfLink(secrets: SecretBox, token: string): LinkSubject | null {
  const [organization, lead, way] = readSignedText(secrets, purpose, token)?.split(".") ?? [];
  const organizationId = OrganizationId.safeParse(organization);
  const leadId = LeadId.safeParse(lead);
  const channel = consentChannels.find((one) => one === way);
  if (!organizationId.success || !leadId.success || !channel) return null;
  return { organizationId: organizationId.data, leadId: leadId.data, channel };
}
