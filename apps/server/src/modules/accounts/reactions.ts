import { reaction } from "#platform/outbox/events";
import { organizationRoom } from "#platform/outbox/rooms";
import { staffChanged } from "./events.ts";

/**
 * Names appear in lists of people everywhere, so the whole organisation is told about a change and open lists reload.
 */
export const publishStaffChange = reaction({
  event: staffChanged,
  sockets: ({ recordsn }, { organizationId }) => [
    { rooms: [organizationRoom(organizationId)], event: "staff.changed", payload: { recordsn } },
  ],
});
