import type { AccountId, BranchId, RoleId } from "@homeroom/contract/ids";
import type { AccountTable } from "@homeroom/database/people-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type PeopleReach, visiblePeople } from "./visible-people.ts";

type Secret =
  | "password_hash"
  | "initial_password"
  | "password_given_at"
  | "two_step_secret"
  | "search_text"
  | "tour_completed_at";

/** A person's record with the names of what belongs to it (view staff_record). */
export type StaffPerson = Omit<Selectable<AccountTable>, Secret> & {
  department_name: string;
  signed_in_at: Date | null;
  roles: { id: RoleId; name: string; code: string }[];
  branches: { branchID: BranchId; name: string }[];
};

/** A person that the scope reaches. Throws NOT_FOUND: invisible looks like absent. */
export async function loadPerson(tx: Tx, scope: Scope, id: AccountId, reach: PeopleReach): Promise<StaffPerson> {
  const [person] = await people(tx, scope, [id], reach);
  if (!person) throw new AppError("NOT_FOUND");
  return person;
}

/** The same, all of them locked for a change, in the order of their ids. Throws NOT_FOUND when one is out of reach. */
export async function lockPeople(
  tx: Tx,
  scope: Scope,
  ids: readonly AccountId[],
  reach: PeopleReach,
): Promise<StaffPerson[]> {
  const wanted = [...new Set(ids)];
  await sql`select from account
    where organization_id = ${scope.organizationId} and account_id = any(${sql.val(wanted)}::uuid[])
    order by account_id for update`.execute(tx);
  const found = await people(tx, scope, wanted, reach);
  if (found.length < wanted.length) throw new AppError("NOT_FOUND");
  return found;
}

/** Those of the people that the scope reaches, unsorted. */
export function peopleWithIds(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<StaffPerson[]> {
  return people(tx, scope, ids, "everyone");
}

async function people(tx: Tx, scope: Scope, ids: readonly AccountId[], reach: PeopleReach): Promise<StaffPerson[]> {
  const found = await sql<StaffPerson>`
    select a.* from staff_record a
    where ${visiblePeople(scope, reach)} and a.account_id = any(${sql.val([...ids])}::uuid[])
    order by a.account_id`.execute(tx);
  return found.rows;
}
