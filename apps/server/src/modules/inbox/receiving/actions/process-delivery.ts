import { sql } from "kysely";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { learnAbout, lockKnownContact, personKeys } from "../../contacts/writes/recognise-contact.ts";
import type { InboundEvent, InboundNotice, InboundPreference, NoticeHandler } from "../../port.ts";
import { lockPerson } from "../../sending/writes/lock-provider-id.ts";
import type { WaitingDelivery } from "../queries.ts";
import { storePersonEvent } from "../writes/early-events.ts";
import { receiveHappening } from "./receive-happening.ts";
import { receiveIdentityChange } from "./receive-identity-change.ts";
import { receiveMessage } from "./receive-message.ts";
import { receiveRelation } from "./receive-relation.ts";
import { receiveRevision } from "./receive-revision.ts";
import { receiveSentElsewhere } from "./receive-sent-elsewhere.ts";
import { receiveStatus } from "./receive-status.ts";

/** Handles notices about a channel; registered by the modules that need them. */
type Handlers = readonly NoticeHandler[];

/**
 * Applies the events of one stored delivery and marks it as processed, in one transaction. If several processes
 * try, one gets it; the others get `elsewhere` and leave the same person's later deliveries alone.
 */
export function processDelivery(
  db: Database,
  delivery: WaitingDelivery,
  events: readonly InboundEvent[],
  handlers: Handlers = [],
): Promise<"processed" | "elsewhere" | "done"> {
  return inTransaction(db, organizationScope(delivery.organizationId), async (tx) => {
    const taken = await takeDelivery(tx, delivery);
    if (taken === "processed") for (const event of events) await receiveEvent(tx, delivery, event, handlers);
    return taken;
  });
}

/** Marks a waiting delivery as processed, effective when the transaction commits. */
async function takeDelivery(tx: Tx, delivery: WaitingDelivery): Promise<"processed" | "elsewhere" | "done"> {
  const ofIt = sql`organization_id = ${delivery.organizationId} and delivery_id = ${delivery.deliveryId}
    and processed_at is null and given_up_at is null`;
  const marked = await sql`
    update inbound_delivery set processed_at = clock_timestamp(), problem = null
    where (organization_id, delivery_id) =
      (select organization_id, delivery_id from inbound_delivery where ${ofIt} for update skip locked)`.execute(tx);
  if (marked.numAffectedRows === 1n) return "processed";
  const waiting = await sql`select from inbound_delivery where ${ofIt}`.execute(tx);
  return waiting.rows.length > 0 ? "elsewhere" : "done";
}

function receiveEvent(tx: Tx, channel: InboundChannel, event: InboundEvent, handlers: Handlers): Promise<void> {
  switch (event.type) {
    case "message":
      return receiveMessage(tx, channel, event);
    case "sentElsewhere":
      return receiveSentElsewhere(tx, channel, event);
    case "happening":
      return receiveHappening(tx, channel, event);
    case "status":
      return receiveStatus(tx, channel, event);
    case "revision":
      return receiveRevision(tx, channel, event);
    case "preference":
      return receivePreference(tx, channel, event);
    case "identity":
      return receiveIdentityChange(tx, channel, event);
    case "relation":
      return receiveRelation(tx, channel, event);
    case "notice":
      return receiveNotice(tx, channel, event, handlers);
  }
}

async function receiveNotice(tx: Tx, channel: InboundChannel, notice: InboundNotice, handlers: Handlers) {
  for (const handle of handlers) await handle(tx, channel, notice);
}

/** The customer stopped or resumed marketing messages. For an unknown person it is stored until they are known. */
async function receivePreference(tx: Tx, channel: InboundChannel, preference: InboundPreference): Promise<void> {
  const keys = personKeys(preference.from);
  if (keys.length === 0) return;
  await lockPerson(tx, channel.channelId, keys);
  const found = await lockKnownContact(tx, channel, preference.from);
  if (!found) return storePersonEvent(tx, channel, { keys, event: preference });
  const contact = await learnAbout(tx, found, preference.from);
  const saidAt = contact.marketing_said_at;
  // An older decision than the stored one changes nothing. Of two in the same second, stopping counts.
  if (
    saidAt &&
    (preference.at < saidAt || (preference.at.getTime() === saidAt.getTime() && preference.marketing === "resume"))
  )
    return;
  await tx
    .updateTable("channel_contact")
    .set({
      marketing_stopped_at: preference.marketing === "stop" ? preference.at : null,
      marketing_said_at: preference.at,
      marketing_words: "",
    })
    .where("organization_id", "=", contact.organization_id)
    .where("contact_id", "=", contact.contact_id)
    .execute();
}
