import { sql } from "kysely";
import { lockFamily } from "#modules/leads/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import {
  type Conversation,
  changeConversation,
  publishConversationChange,
} from "../../conversations/writes/change-conversation.ts";
import { later } from "../../rules.ts";
import type { Contact } from "../queries/contacts.ts";

/**
 * Merges two contacts that turned out to be one person: for example, written to under a number first and later under the
 * provider's id. The one that wrote last is kept, with its lead and conversation. The other's conversation stays with
 * its lead, for staff to see and merge; messages written there reach the same person. Both rows are locked.
 */
export async function mergeContacts(tx: Tx, one: Contact, other: Contact): Promise<Contact> {
  const [kept, dropped] = lastInbound(one) >= lastInbound(other) ? [one, other] : [other, one];
  await lockFamily(tx, organizationScope(kept.organization_id), [kept.lead_id, dropped.lead_id]);
  const conversations = await lockConversationsOf(tx, dropped);
  const ofDropped = { organization_id: dropped.organization_id, contact_id: dropped.contact_id };
  for (const conversation of conversations) {
    await tx
      .updateTable("message")
      .set({ contact_id: kept.contact_id })
      .where("organization_id", "=", ofDropped.organization_id)
      .where("conversation_id", "=", conversation.conversation_id)
      .where("contact_id", "=", ofDropped.contact_id)
      .execute();
    if (conversation.contact_id !== ofDropped.contact_id) continue;
    const changed = await changeConversation(tx, conversation, { contact_id: kept.contact_id });
    await publishConversationChange(tx, changed, null);
  }
  await sql`
    update scheduled_message set contact_id = ${kept.contact_id}
    where organization_id = ${ofDropped.organization_id} and contact_id = ${ofDropped.contact_id}`.execute(tx);
  await sql`
    delete from channel_contact
    where organization_id = ${ofDropped.organization_id} and contact_id = ${ofDropped.contact_id}`.execute(tx);
  return tx
    .updateTable("channel_contact")
    .set({
      provider_user_id: kept.provider_user_id ?? dropped.provider_user_id,
      phone: kept.phone ?? dropped.phone,
      window_ends_at: later(kept.window_ends_at, dropped.window_ends_at),
      ad_window_ends_at: later(kept.ad_window_ends_at, dropped.ad_window_ends_at),
      // Both contacts are one person: the newer decision counts.
      ...lastWord(kept, dropped),
      blocked_at: blockOf(kept, dropped),
      welcomed_at: later(kept.welcomed_at, dropped.welcomed_at),
    })
    .where("organization_id", "=", kept.organization_id)
    .where("contact_id", "=", kept.contact_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The conversations that name a contact, or that have an unsent message to them, locked in a fixed order after the
 * leads. After a merge or unmerge of leads that may be another conversation.
 */
function lockConversationsOf(tx: Tx, contact: Contact): Promise<Conversation[]> {
  const { organization_id: organizationId } = contact;
  const naming = tx
    .selectFrom("conversation")
    .select("conversation_id")
    .where("organization_id", "=", organizationId)
    .where((is) => is.or([is("contact_id", "=", contact.contact_id), is("lead_id", "=", contact.lead_id)]));
  const waiting = tx
    .selectFrom("message")
    .select("conversation_id")
    .where("organization_id", "=", organizationId)
    .where("contact_id", "=", contact.contact_id)
    .where("state", "in", ["queued", "sending", "unsure"]);
  return tx
    .selectFrom("conversation")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "in", naming.union(waiting))
    .orderBy("conversation_id")
    .forUpdate()
    .execute();
}

function lastInbound(contact: Contact): number {
  return contact.last_inbound_at?.getTime() ?? 0;
}

/** Since when the person has blocked us; null if they have written since, as either of the two. */
function blockOf(one: Contact, other: Contact): Date | null {
  const blockedAt = later(one.blocked_at, other.blocked_at);
  const isOver = blockedAt && Math.max(lastInbound(one), lastInbound(other)) > blockedAt.getTime();
  return isOver ? null : blockedAt;
}

/** The latest decision about marketing. */
function lastWord(one: Contact, other: Contact) {
  const [first, second] = [one, other].map(({ marketing_said_at: at }) => at?.getTime() ?? 0);
  const { marketing_stopped_at, marketing_said_at, marketing_words } = (first ?? 0) >= (second ?? 0) ? one : other;
  return { marketing_stopped_at, marketing_said_at, marketing_words };
}
