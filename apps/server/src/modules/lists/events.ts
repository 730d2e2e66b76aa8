import { z } from "zod";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { defineEvent, emit, reaction } from "#platform/outbox/events";
import { organizationRoom } from "#platform/outbox/rooms";

/** One of the organisation's own lists, or its lead channels (`channels`), changed. */
export const choicesChanged = defineEvent("choices.changed", z.object({ list: z.string() }));

/** Publishes that a custom list, by the wire's ProjectID, or the lead channels changed. */
export function emitChoicesChanged(tx: Tx, scope: Scope, list: number | "channels"): Promise<void> {
  const { organizationId } = scope;
  return emit(tx, choicesChanged, { organizationId, aggregateId: organizationId, payload: { list: String(list) } });
}

/** Choices concern everybody: the whole organisation is notified of a change and reloads what it shows. */
export const publishChoicesChange = reaction({
  event: choicesChanged,
  sockets: ({ list }, { organizationId }) => [
    { rooms: [organizationRoom(organizationId)], event: "choices.changed", payload: { list } },
  ],
});
