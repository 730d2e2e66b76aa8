import { reaction } from "#platform/outbox/events";
import { organizationRoom } from "#platform/outbox/rooms";
import { staffChanged } from "./events.ts";

/** Names stand in lists of people everywhere: the whole organisation hears that one has changed, and asks if it shows it. */
export const tellStaffChanged = reaction({
  event: staffChanged,
  sockets: ({ recordsn }, { organizationId }) => [
    { rooms: [organizationRoom(organizationId)], event: "staff.changed", payload: { recordsn } },
  ],
});
