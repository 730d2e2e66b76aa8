import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { InboundEvent } from "../port.ts";
import type { InboundChannel } from "../queries/channels.ts";
import { takeDelivery, type WaitingDelivery } from "../queries/deliveries.ts";
import { receiveIdentityChange } from "./receive-identity-change.ts";
import { receiveMessage } from "./receive-message.ts";
import { receivePreference } from "./receive-preference.ts";
import { receiveRevision } from "./receive-revision.ts";
import { receiveStatus } from "./receive-status.ts";

/**
 * Applies the events of one stored delivery and marks it as processed, in one transaction. Of several processes that
 * want it, one gets it; the others are told that it is `elsewhere` and leave what follows of the same person alone.
 */
export function processDelivery(
  db: Database,
  delivery: WaitingDelivery,
  events: readonly InboundEvent[],
): Promise<"processed" | "elsewhere" | "done"> {
  return inTransaction(db, organizationScope(delivery.organizationId), async (tx) => {
    const taken = await takeDelivery(tx, delivery);
    if (taken !== "mine") return taken;
    for (const event of events) await receiveEvent(tx, delivery, event);
    await tx
      .updateTable("inbound_delivery")
      .set({ processed_at: new Date(), problem: null })
      .where("organization_id", "=", delivery.organizationId)
      .where("delivery_id", "=", delivery.deliveryId)
      .execute();
    return "processed";
  });
}

function receiveEvent(tx: Tx, channel: InboundChannel, event: InboundEvent): Promise<void> {
  switch (event.type) {
    case "message":
      return receiveMessage(tx, channel, event);
    case "status":
      return receiveStatus(tx, channel, event);
    case "revision":
      return receiveRevision(tx, channel, event);
    case "preference":
      return receivePreference(tx, channel, event);
    case "identity":
      return receiveIdentityChange(tx, channel, event);
    case "notice":
      // Kept with its delivery; the modules of templates and channel settings will act on it.
      return Promise.resolve();
  }
}
