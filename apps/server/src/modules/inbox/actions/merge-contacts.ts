import type { ChannelContactTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import { later } from "../rules.ts";

type Contact = Selectable<ChannelContactTable>;

/**
 * Makes one contact of two that turned out to be one person: written to under a number first, say, and later under the
 * provider's id. The one that wrote last goes on, with its lead and conversation. The other's conversation stays with
 * its lead, for staff to see and join; what is written there reaches the same person. Both rows are locked.
 */
export async function mergeContacts(tx: Tx, one: Contact, other: Contact): Promise<Contact> {
  const [kept, dropped] = lastInbound(one) >= lastInbound(other) ? [one, other] : [other, one];
  const ofDropped = { organization_id: dropped.organization_id, contact_id: dropped.contact_id };
  await sql`
    update message set contact_id = ${kept.contact_id}
    where organization_id = ${ofDropped.organization_id} and contact_id = ${ofDropped.contact_id}
      and conversation_id in (select conversation_id from conversation
        where organization_id = ${ofDropped.organization_id} and lead_id = ${dropped.lead_id})`.execute(tx);
  await sql`
    update conversation set contact_id = ${kept.contact_id}, version = version + 1, changed_xid = pg_current_xact_id()
    where organization_id = ${ofDropped.organization_id} and contact_id = ${ofDropped.contact_id}`.execute(tx);
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
      // Whichever of the two said stop, one person said it.
      marketing_stopped_at: later(kept.marketing_stopped_at, dropped.marketing_stopped_at),
      blocked_at: kept.blocked_at ?? dropped.blocked_at,
    })
    .where("organization_id", "=", kept.organization_id)
    .where("contact_id", "=", kept.contact_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function lastInbound(contact: Contact): number {
  return contact.last_inbound_at?.getTime() ?? 0;
}
