import type { AccountId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { rightsChangedEvent } from "../reactions.ts";

/** As many accounts as one message between processes may well name. */
const mostInOne = 100;

/**
 * Says that what these accounts may do has changed (roles, permissions, branches, status, restriction): call it in the
 * transaction of the change. Their sockets get their new rooms, or are thrown out where nothing is left; their browsers
 * fetch user and menus again and redraw.
 */
export async function rightsChanged(tx: Tx, scope: Scope, accountIds: readonly AccountId[]): Promise<void> {
  const { organizationId } = scope;
  for (let from = 0; from < accountIds.length; from += mostInOne) {
    const some = accountIds.slice(from, from + mostInOne);
    const payload = { accountIds: some, by: scope.accountId };
    await emit(tx, rightsChangedEvent, { organizationId, aggregateId: organizationId, payload });
  }
}
