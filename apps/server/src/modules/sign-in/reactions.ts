import { AccountId, RecordId } from "@homeroom/contract/ids";
import { endReasons } from "@homeroom/contract/sockets";
import { z } from "zod";
import { defineEvent, reaction } from "#platform/outbox/events";
import { accountRoom, sessionRoom } from "#platform/outbox/rooms";

/** A session can no longer be used: signed out, or closed because its account changed. */
export const sessionEnded = defineEvent(
  "session.ended",
  z.object({ sessionId: RecordId, reason: z.enum(endReasons).optional() }),
);

/** Tells the session's sockets, which the realtime server then closes. */
export const publishSessionEnd = reaction({
  event: sessionEnded,
  sockets: ({ sessionId, reason }, { organizationId }) => [
    {
      rooms: [sessionRoom(organizationId, sessionId)],
      event: "session.changed",
      payload: { ended: true, ...(reason && { reason }) },
    },
  ],
});

/** The rights of accounts changed; `by`: who changed them. */
export const rightsChangedEvent = defineEvent(
  "rights.changed",
  z.object({ accountIds: z.array(AccountId), by: AccountId.nullable().default(null) }),
);

/** An account has signed in from a network and device that were not seen before. */
export const newPlaceSeen = defineEvent("session.new-place", z.object({ accountId: AccountId, device: z.string() }));

/** Tells the accounts' sockets, after the realtime server has given them their new rooms. */
export const publishRightsChange = reaction({
  event: rightsChangedEvent,
  late: "own",
  sockets: ({ accountIds }, { organizationId }) => {
    const rooms = accountIds.map((id) => accountRoom(organizationId, id));
    return [{ rooms, event: "session.changed", payload: { ended: false } }];
  },
});
