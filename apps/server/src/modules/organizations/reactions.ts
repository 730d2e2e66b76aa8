import { type Reaction, reaction } from "#platform/outbox/events";
import { organizationRoom } from "#platform/outbox/rooms";
import { branchChanged, organizationChanged } from "./events.ts";

/** Announces changes of branches to everyone of the organisation. */
export const placeReactions: readonly Reaction[] = [
  reaction({
    event: branchChanged,
    late: "own",
    sockets: ({ branchId }, { organizationId }) => [
      { rooms: [organizationRoom(organizationId)], event: "branch.changed", payload: { branchId } },
    ],
  }),
  reaction({
    event: organizationChanged,
    late: "own",
    sockets: ({ organizationId }) => [
      { rooms: [organizationRoom(organizationId)], event: "organization.changed", payload: { organizationId } },
    ],
  }),
];
