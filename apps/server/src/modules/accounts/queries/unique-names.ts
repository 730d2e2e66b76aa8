import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { branchesOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { PersonName } from "./people.ts";

interface UniqueName {
  /** The nickname; active people who share one get a suffix, so that all names are unique. */
  name: string;
  /** The branches, and for people who share a nickname the e-mail, so that colleagues can tell them apart. */
  detail: string;
}

interface Namesake {
  accountId: AccountId;
  nickname: string;
  email: string;
  branches: readonly string[];
}

/** How many of a person's branches are listed. */
const branchesNamed = 3;

/** Names of people for places where a name must be unique. */
export async function uniqueNames(
  tx: Tx,
  scope: Scope,
  people: readonly PersonName[],
): Promise<Map<AccountId, UniqueName>> {
  if (people.length === 0) return new Map();
  const nicknames = [...new Set(people.map(({ nickname }) => nickname))];
  const places = await branchesOf(tx, scope);
  const found = await sql<Omit<Namesake, "branches"> & { branchIds: BranchId[] }>`
    select a.account_id as "accountId", a.nickname, a.email, array(
      select place.branch_id from account_branch place
      where place.organization_id = a.organization_id and place.account_id = a.account_id) as "branchIds"
    from account a
    where a.organization_id = ${scope.organizationId} and a.status = 1
      and a.nickname = any(${sql.val(nicknames)}::text[])`.execute(tx);
  const named = found.rows.map(({ branchIds, ...one }): Namesake => {
    const own = places.filter(({ branchId }) => branchIds.includes(branchId));
    return { ...one, branches: own.slice(0, branchesNamed).map(({ name }) => name) };
  });
  const groups = Map.groupBy(named, ({ nickname }) => nickname);
  return new Map(named.map((one) => [one.accountId, apart(one, groups.get(one.nickname) ?? [])]));
}

function apart(one: Namesake, namesakes: readonly Namesake[]): UniqueName {
  const places = placesOf(one);
  if (namesakes.length < 2) return { name: one.nickname, detail: places };
  const isAlone = places !== "" && namesakes.filter((other) => placesOf(other) === places).length === 1;
  const detail = [places, one.email].filter(Boolean).join(" · ");
  return { name: `${one.nickname}（${isAlone ? places : one.email}）`, detail };
}

function placesOf({ branches }: Namesake): string {
  return branches.join("、");
}
