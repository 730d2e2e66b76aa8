import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { receiveReaction } from "../actions/receive-reaction.ts";
import { receiveRevision } from "../actions/receive-revision.ts";
import { receiveStatus } from "../actions/receive-status.ts";
import { takeEarlyEvents } from "./early-events.ts";

/** Applies the events that arrived before their message. The caller holds the lock of the message's provider id. */
export async function applyEarlyEvents(tx: Tx, channel: InboundChannel, providerMessageId: string): Promise<void> {
  for (const event of await takeEarlyEvents(tx, channel, [providerMessageId])) {
    if (event.type === "status") await receiveStatus(tx, channel, event);
    if (event.type === "revision") await receiveRevision(tx, channel, event);
    if (event.type === "message" && event.kind === "reaction") await receiveReaction(tx, channel, event);
  }
}
