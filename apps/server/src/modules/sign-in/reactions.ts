import { RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent, reaction } from "#platform/outbox/events";

/** A session can no longer be used: signed out, or closed because its account changed. */
export const sessionEnded = defineEvent("session.ended", z.object({ sessionId: RecordId }));

/** Tells the session's sockets, which the realtime server then closes. */
export const tellEndedSession = reaction({
  event: sessionEnded,
  sockets: ({ sessionId }) => [{ rooms: [`session:${sessionId}`], event: "session.changed", payload: { ended: true } }],
});
