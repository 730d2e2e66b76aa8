import { BranchId, OrganizationId } from "@homeroom/contract/ids";
import { z } from "zod";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { defineEvent, emit, type Reaction, reaction } from "#platform/outbox/events";
import { organizationRoom } from "#platform/outbox/rooms";

/** A branch was opened, renamed, closed or deleted. */
export const branchChanged = defineEvent("branch.changed", z.object({ branchId: BranchId }));

/** The organisation's own data, its plan's state or its waiting deletion changed. */
export const organizationChanged = defineEvent("organization.changed", z.object({ organizationId: OrganizationId }));

/** Says to everyone of an organisation that what is known of its plan may have changed. */
export function emitOrganizationChanged(tx: Tx, { organizationId }: Scope): Promise<void> {
  return emit(tx, organizationChanged, { organizationId, aggregateId: organizationId, payload: { organizationId } });
}

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
