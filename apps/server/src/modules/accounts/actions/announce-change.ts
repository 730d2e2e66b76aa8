import { staffStatuses } from "@homeroom/contract/staff";
import { endSessionsOf, rightsChanged } from "#modules/sign-in/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitStaffChanged } from "../events.ts";
import type { StaffPerson } from "../queries/load-person.ts";

/** The columns that decide whether a person works here. */
export function standingColumns(status: number) {
  return { status, left_at: status === staffStatuses.left ? new Date() : null };
}

/**
 * After a change of a person's record: ends the sessions of people who can no longer sign in, updates the rights of the
 * others, and makes every open list of people reload.
 */
export async function announceChange(
  tx: Tx,
  scope: Scope,
  { before, after }: { before: StaffPerson; after: StaffPerson },
): Promise<void> {
  const accountId = after.account_id;
  const closed = after.status !== before.status && after.status !== staffStatuses.active;
  if (closed) await endSessionsOf(tx, scope, { accountId });
  else if (rightsOf(before) !== rightsOf(after)) await rightsChanged(tx, scope, [accountId]);
  await emitStaffChanged(tx, scope, accountId);
}

function rightsOf({ status, roles, branches }: StaffPerson): string {
  return [status, ...roles.map(({ id }) => id).sort(), ...branches.map(({ branchID }) => branchID).sort()].join();
}
