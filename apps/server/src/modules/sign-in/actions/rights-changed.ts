import type { AccountId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { rightsChangedEvent } from "../reactions.ts";

/** As many accounts as one message between processes may well name. */
const maxInOne = 100;

/**
 * Announces changed rights of these accounts (roles, permissions, branches, status, restriction). Call it in the
 * transaction of the change. Their sockets get their new rooms, or are disconnected if no rights are left; their
 * browsers reload user and menus.
 */
export async function rightsChanged(tx: Tx, scope: Scope, accountIds: readonly AccountId[]): Promise<void> {
  const { organizationId } = scope;
  for (let from = 0; from < accountIds.length; from += maxInOne) {
    const some = accountIds.slice(from, from + maxInOne);
    const payload = { accountIds: some, by: scope.accountId };
    await emit(tx, rightsChangedEvent, { organizationId, aggregateId: organizationId, payload });
  }
}
