import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import type { TemplateCategory } from "@homeroom/contract/message-templates";
import { whoMayReceiveNews } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { Conversation } from "../../conversations/writes/change-conversation.ts";
import { sentMarketing } from "./sent-templates.ts";

const day = 24 * 3_600_000;

interface Person {
  contact: Contact;
  /** Null: there is none yet. */
  conversation: Pick<Conversation, "last_inbound_at"> | null;
}

/** The contacts that must not get a plan's template now, with the reason: things may have changed since the plan started. */
export async function whoIsExcluded(
  tx: Tx,
  scope: Scope,
  { people, category, now }: { people: readonly Person[]; category: TemplateCategory; now: Date },
): Promise<ReadonlyMap<string, ExclusionReason>> {
  const reasonOf = category === "marketing" ? await marketingReasons(tx, scope, people, now) : () => null;
  const reasons = new Map<string, ExclusionReason>();
  for (const { contact } of people) {
    const reason = contact.blocked_at ? "blocked" : reasonOf(contact);
    if (reason) reasons.set(contact.contact_id, reason);
  }
  return reasons;
}

async function marketingReasons(
  tx: Tx,
  scope: Scope,
  people: readonly Person[],
  now: Date,
): Promise<(contact: Contact) => ExclusionReason | null> {
  const leadIds = people.map(({ contact }) => contact.lead_id);
  const willing = await whoMayReceiveNews(tx, scope, { leadIds, channel: "whatsapp" });
  const dayAgo = new Date(now.getTime() - day);
  const wanted = people.map(({ contact, conversation }) => {
    const heardAt = conversation?.last_inbound_at;
    return { leadId: contact.lead_id, since: heardAt && heardAt > dayAgo ? heardAt : dayAgo };
  });
  const sentTo = await sentMarketing(tx, scope.organizationId, wanted);
  return (contact) => {
    if (contact.marketing_stopped_at) return "optedOut";
    if (!willing.has(contact.lead_id)) return "consentWithdrawn";
    return sentTo.has(contact.lead_id) ? "recentMarketing" : null;
  };
}
