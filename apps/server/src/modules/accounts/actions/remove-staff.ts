import type { AccountId } from "@homeroom/contract/ids";
import { staffStatuses } from "@homeroom/contract/staff";
import { endSessionsOf, withRightsLock } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { peopleScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Database, Tx } from "#platform/db/transaction";
import { emitStaffChanged } from "../events.ts";
import { requireChangeable, requireReach } from "../policy.ts";
import type { FindTraces } from "../port.ts";
import { lockPeople, type StaffPerson } from "../queries/load-person.ts";
import { rolesOfPeople } from "../queries/staff-choices.ts";
import { auditedFields } from "../rules/staff-row.ts";
import { recordAccountChange } from "../writes.ts";
import { writeStatus } from "./set-staff-status.ts";

/**
 * Deletes people, all or none. A person named by leads, messages, orders or the audit log is marked as left
 * instead, so their name stays readable there.
 */
export function removeStaff(
  { db, traces }: { db: Database; traces: readonly FindTraces[] },
  caller: Actor,
  ids: readonly AccountId[],
): Promise<null> {
  return withRightsLock(db, caller, async (tx, actor) => {
    const reach = requireReach(actor, "delete");
    const scope = peopleScope(actor);
    const people = await lockPeople(tx, scope, ids, reach);
    const roles = await rolesOfPeople(tx, scope, people);
    for (const person of people) requireChangeable(actor, person, { roles, others: true });
    const found = await Promise.all(traces.map((find) => find(tx, scope, ids)));
    const named = new Set(found.flat());
    for (const person of people) {
      if (!named.has(person.account_id)) await deletePerson(tx, scope, { actor, person });
      else if (person.status !== staffStatuses.left)
        await writeStatus(tx, scope, { actor, person, status: staffStatuses.left });
    }
    return null;
  });
}

/** Deletes a locked person in the caller's transaction, ending their sessions at once. */
export async function deletePerson(
  tx: Tx,
  scope: Scope,
  { actor, person }: { actor: Actor; person: StaffPerson },
): Promise<void> {
  await endSessionsOf(tx, scope, { accountId: person.account_id });
  await tx
    .deleteFrom("account")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", person.account_id)
    .execute();
  await recordAccountChange(tx, actor, "deleted", {
    id: person.account_id,
    name: person.nickname,
    before: auditedFields(person),
  });
  await emitStaffChanged(tx, scope, person.account_id);
}
