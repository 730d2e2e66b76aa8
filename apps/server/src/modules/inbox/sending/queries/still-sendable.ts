import { mayReceiveNews } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";
import { marketingSentSince } from "./sent-templates.ts";

const day = 24 * 3_600_000;

interface Person {
  contact: Contact;
  conversation: Conversation;
  now: Date;
}

/**
 * Allows one marketing template per person in 24 hours, unless they have written since. Throws TEMPLATE_MARKETING_STOPPED and
 * TEMPLATE_MARKETING_TOO_SOON. `again`: a message that is being resent, which does not count.
 */
export async function requireMarketingGround(
  tx: Tx,
  { contact, conversation, now }: Person,
  again?: Message,
): Promise<void> {
  if (contact.marketing_stopped_at) throw new AppError("TEMPLATE_MARKETING_STOPPED");
  const { last_inbound_at: heardAt } = conversation;
  const dayAgo = new Date(now.getTime() - day);
  const since = heardAt && heardAt > dayAgo ? heardAt : dayAgo;
  if (await marketingSentSince(tx, conversation, since, again?.message_id))
    throw new AppError("TEMPLATE_MARKETING_TOO_SOON");
}

/**
 * The same for a message that is resent; messages other than marketing are not checked. WhatsApp accepts nothing for a day
 * after it reports that the person has had enough. A plan's messages only go to people who still want them.
 */
export async function requireStillSendable(tx: Tx, scope: Scope, message: Message, person: Person): Promise<void> {
  if (!isMarketing(message)) return;
  const isCapped = message.error_reason === "marketingCap" && person.now.getTime() - message.sent_at.getTime() < day;
  if (isCapped) throw new AppError("TEMPLATE_MARKETING_TOO_SOON");
  await requireMarketingGround(tx, person, message);
  if (await isUnwanted(tx, scope, message, person.contact)) throw new AppError("TEMPLATE_MARKETING_STOPPED");
}

/** Whether a message is marketing that its receiver no longer wants: that may have changed while it waited. */
export async function isUnwanted(tx: Tx, scope: Scope, message: Message, contact: Contact): Promise<boolean> {
  if (!isMarketing(message)) return false;
  if (contact.marketing_stopped_at) return true;
  if (message.broadcast_plan_id === null) return false;
  return !(await mayReceiveNews(tx, scope, { leadId: contact.lead_id, channel: "whatsapp" }));
}

function isMarketing({ kind, details }: Message): boolean {
  const { category } = (details["template"] ?? {}) as { category?: unknown };
  return kind === "template" && category === "marketing";
}
