import type { LeadId } from "@homeroom/contract/ids";
import { type CompiledMail, fillMail } from "#modules/email-templates/public";
import { unsubscribeLink } from "#modules/leads/public";
import type { BulkLetter } from "#platform/mail/smtp-account";
import type { Platform } from "#platform/server-module";
import type { Plan } from "../queries/plans.ts";
import { linkAddress } from "./links.ts";

interface Of {
  plan: Plan;
  mail: CompiledMail;
  reader: { id: number; leadId: LeadId; email: string; facts: Parameters<typeof fillMail>[1]["facts"] };
  sender: string;
}

/** A plan's mail to one reader, with links of their own. Its Message-ID names plan and recipient, in answers too. */
export function letterFor(platform: Platform, { plan, mail, reader, sender }: Of): BulkLetter {
  const { settings, secrets } = platform;
  const { organization_id: organizationId, link_number: number } = plan;
  const { PUBLIC_URL, HOST, PORT } = settings;
  const path = unsubscribeLink(secrets, { organizationId, leadId: reader.leadId, channel: "email" });
  const unsubscribe = new URL(path, PUBLIC_URL ?? `http://${HOST}:${PORT}`).href;
  const filled = fillMail(mail, {
    facts: reader.facts,
    link: (place) => linkAddress(platform, { plan: number, recipient: reader.id, place }),
    unsubscribe,
  });
  return {
    recipient: reader.email,
    ...filled,
    messageId: `homeroom.${number}.${reader.id}@${sender.slice(sender.lastIndexOf("@") + 1)}`,
    unsubscribe: plan.email_content?.category === "utility" ? null : unsubscribe,
  };
}
