import { ConversationId, type LeadId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { Audience } from "../../events.ts";
import { type Conversation, lockConversation } from "../writes/change-conversation.ts";

/** Moves a contact to another lead, when its own was deleted and the number now belongs to the other lead. */
export function giveContact(tx: Tx, contact: Contact, leadId: LeadId): Promise<Contact> {
  return tx
    .updateTable("channel_contact")
    .set({ lead_id: leadId })
    .where("organization_id", "=", contact.organization_id)
    .where("contact_id", "=", contact.contact_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The conversation of a contact's lead, locked; created if this is the first message. */
export async function openConversation(tx: Tx, contact: Contact, lead: Audience): Promise<Conversation> {
  const of = { leadId: contact.lead_id };
  const found = await lockConversation(tx, contact.organization_id, of);
  if (found) return found;
  await tx
    .insertInto("conversation")
    .values({
      organization_id: contact.organization_id,
      conversation_id: ConversationId.parse(v7()),
      lead_id: contact.lead_id,
      branch_id: lead.branchId,
      sales_id: lead.salesId,
      tutor_id: lead.tutorId,
      contact_id: contact.contact_id,
      last_message_id: null,
      last_direction: null,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "lead_id"]).doNothing())
    .execute();
  const made = await lockConversation(tx, contact.organization_id, of);
  if (!made) throw new Error("A conversation that was made is gone");
  return made;
}
