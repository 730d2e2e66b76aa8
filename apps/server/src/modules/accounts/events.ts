import { AccountId } from "@homeroom/contract/ids";
import { z } from "zod";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { defineEvent, emit, reaction } from "#platform/outbox/events";
import { organizationRoom } from "#platform/outbox/rooms";

/** A person's record was added, changed or deleted. */
export const staffChanged = defineEvent("staff.changed", z.object({ recordsn: AccountId }));

/** Records that a person's record has changed. */
export function emitStaffChanged(tx: Tx, scope: Scope, accountId: AccountId): Promise<void> {
  const { organizationId } = scope;
  return emit(tx, staffChanged, { organizationId, aggregateId: accountId, payload: { recordsn: accountId } });
}

/**
 * Names appear in lists everywhere, so the whole organisation is notified of a change and open lists reload.
 */
export const publishStaffChange = reaction({
  event: staffChanged,
  sockets: ({ recordsn }, { organizationId }) => [
    { rooms: [organizationRoom(organizationId)], event: "staff.changed", payload: { recordsn } },
  ],
});
