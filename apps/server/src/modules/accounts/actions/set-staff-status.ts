import type { AccountId } from "@homeroom/contract/ids";
import { staffStatuses } from "@homeroom/contract/staff";
import { requireRoom } from "#modules/plan-limits/public";
import { withRightsLock } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { peopleScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Database, Tx } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { requireChangeable, requireNotErased, requireReach } from "../policy.ts";
import { lockPeople, type StaffPerson } from "../queries/load-person.ts";
import { rolesOfPeople } from "../queries/staff-choices.ts";
import { missingPlaces } from "../rules/staff-rules.ts";
import { changeAccount, recordAccountChange } from "../writes.ts";
import { announceChange, standingColumns } from "./announce-change.ts";

/**
 * Enables people, disables them, or marks them as left: all or none. A disabled person or one who has left is signed
 * out at once, everywhere. People already in that state are not changed.
 */
export function setStaffStatus(
  db: Database,
  caller: Actor,
  { ids, status }: { ids: readonly AccountId[]; status: number },
): Promise<void> {
  return withRightsLock(db, caller, async (tx, actor) => {
    const reach = requireReach(actor, "status");
    const scope = peopleScope(actor);
    const people = await lockPeople(tx, scope, ids, reach);
    const roles = await rolesOfPeople(tx, scope, people);
    for (const person of people) {
      requireChangeable(actor, person, { roles, others: true });
      if (person.status !== status) requireNotErased(person);
      const places = {
        roleIds: person.roles.map(({ id }) => id),
        branchIDs: person.branches.map(({ branchID }) => branchID),
      };
      refuseFaults(missingPlaces(places, { status, isOwner: person.is_owner }));
    }
    const changed = people.filter((one) => one.status !== status);
    if (status === staffStatuses.active && changed.length > 0) await requireRoom(tx, scope, "staff", changed.length);
    for (const person of changed) await writeStatus(tx, scope, { actor, person, status });
  });
}

/** Sets the status of a locked person, with the audit entry, the end of their sessions and the event. */
export async function writeStatus(
  tx: Tx,
  scope: Scope,
  { actor, person, status }: { actor: Actor; person: StaffPerson; status: number },
): Promise<void> {
  const columns = standingColumns(status);
  await changeAccount(tx, scope, { accountId: person.account_id, columns, by: actor.accountId });
  await recordAccountChange(tx, actor, status === staffStatuses.active ? "enabled" : "disabled", {
    id: person.account_id,
    name: person.nickname,
    before: { status: person.status },
    after: { status },
  });
  await announceChange(tx, scope, { before: person, after: { ...person, status } });
}
