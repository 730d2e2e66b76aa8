import { reaction } from "#platform/outbox/events";
import { organizationRoom } from "#platform/outbox/rooms";
import { choicesChanged } from "./events.ts";

/** What can be chosen is everybody's: the whole organisation hears that it has changed, and asks if it shows it. */
export const publishChoicesChange = reaction({
  event: choicesChanged,
  sockets: ({ list }, { organizationId }) => [
    { rooms: [organizationRoom(organizationId)], event: "choices.changed", payload: { list } },
  ],
});
