import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { staffStatuses } from "@homeroom/contract/staff";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { hashPassword, verifyPassword } from "#platform/auth/passwords";
import { peopleScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { accountObstacle, mayOpenAccount } from "../policy.ts";
import { peopleWithIds } from "../queries/load-person.ts";
import { yardstickFor } from "../queries/staff-choices.ts";
import { firstPasswordOf } from "../rules/initial-password.ts";
import type { StaffMaker } from "./add-staff.ts";

/** How many are hashed at the same time. */
const atOnce = 20;

export interface HandedOut {
  nickname: string;
  email: string;
  staffID: string;
  password: string;
}

/**
 * Issues random initial passwords to people of an import who have none yet; they work for 72 hours from now.
 * Only hashes are stored; issued again, the passwords are the same. Left out are people whose password was replaced since,
 * and those that the actor may no longer change: a password opens the account.
 */
export async function handOutPasswords(
  platform: StaffMaker,
  actor: Actor,
  { subject, ids }: { subject: { id: RecordId; name: string }; ids: readonly AccountId[] },
): Promise<HandedOut[]> {
  const scope = peopleScope(actor);
  const people = await inTransaction(platform.db, scope, async (tx) => {
    const changeable = await changeableBy(tx, scope, { actor, ids });
    return (await waitingPeople(tx, scope, ids)).filter(({ accountId }) => changeable.has(accountId));
  });
  const handedOut: HandedOut[] = [];
  for (let start = 0; start < people.length; start += atOnce) {
    const some = people.slice(start, start + atOnce);
    const passwords = await Promise.all(some.map((person) => passwordFor(platform, person)));
    const given = some.flatMap((person, at) => (passwords[at] ? [{ ...person, ...passwords[at] }] : []));
    await inTransaction(platform.db, scope, (tx) => storeHashes(tx, scope, given));
    handedOut.push(...given.map(({ nickname, email, staffID, password }) => ({ nickname, email, staffID, password })));
  }
  await inTransaction(platform.db, scope, (tx) =>
    recordChange(tx, actor, {
      module: "user",
      action: "exported",
      subject: { type: "import", ...subject },
      after: { handedOut: handedOut.length },
    }),
  );
  return handedOut;
}

/** Whether any of these people has a random password that can be issued. */
export async function isAnyoneWaiting(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<boolean> {
  return (await waitingPeople(tx, scope, ids)).length > 0;
}

/** Those of the people that the actor sees and may change. */
async function changeableBy(
  tx: Tx,
  scope: Scope,
  { actor, ids }: { actor: Actor; ids: readonly AccountId[] },
): Promise<ReadonlySet<AccountId>> {
  const people = await peopleWithIds(tx, scope, ids);
  const yardstick = await yardstickFor(tx, scope, { actor, people });
  const free = people.filter(
    (person) => accountObstacle(actor, person, yardstick.roles) === null && mayOpenAccount(actor, person, yardstick),
  );
  return new Set(free.map((person) => person.account_id));
}

type Person = Awaited<ReturnType<typeof waitingPeople>>[number];

/** In the order of the ids. */
async function waitingPeople(tx: Tx, scope: Scope, ids: readonly AccountId[]) {
  if (ids.length === 0) return [];
  const found = await tx
    .selectFrom("account")
    .select(["account_id as accountId", "nickname", "email", "staff_id", "password_hash as hash"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "in", [...ids])
    .where("initial_password", "=", "random")
    .where("password_initialized_at", "is", null)
    .where("status", "=", staffStatuses.active)
    .execute();
  const byId = new Map(found.map((person) => [person.accountId, { ...person, staffID: person.staff_id ?? "" }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A person's password with its hash, unless they got another one since. */
async function passwordFor(platform: StaffMaker, { accountId, hash }: Person) {
  const password = firstPasswordOf(platform, accountId);
  if (hash === "") return { password, newHash: await hashPassword(password) };
  return (await verifyPassword(password, hash)) ? { password, newHash: null } : null;
}

/** Two concurrent calls issue the same password; the first hash stays. */
async function storeHashes(
  tx: Tx,
  scope: Scope,
  given: readonly { accountId: AccountId; newHash: string | null }[],
): Promise<void> {
  for (const { accountId, newHash } of given) {
    if (newHash === null) continue;
    await tx
      .updateTable("account")
      .set({ password_hash: newHash, password_given_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", accountId)
      .where("password_hash", "=", "")
      .where("password_initialized_at", "is", null)
      .execute();
  }
}
