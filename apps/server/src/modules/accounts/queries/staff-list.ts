import type { AccountId } from "@homeroom/contract/ids";
import type { StaffFilters } from "@homeroom/contract/staff";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing } from "#platform/db/containing";
import { soundsLike } from "#platform/db/name-sounds";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import { AppError } from "#platform/errors/app-error";
import { cutPage, readCursor, skippedOf } from "#platform/paging/cursor";
import type { StaffPerson } from "./load-person.ts";
import { visiblePeople } from "./visible-people.ts";

type Filters = Omit<StaffFilters, "pageNum" | "pageSize" | "cursor" | "sortBy" | "sortOrder">;

/** The people of a list, and the time zone of its dates. */
export interface PeopleSought {
  /** Only holders of the teacher role. */
  teachers: boolean;
  timeZone: string;
}

/** The condition over `account a` for people that a scope sees and filters select: list, count and export share it. */
export function staffMatching(scope: Scope, filters: Filters, sought: PeopleSought): RawBuilder<SqlBool> {
  const parts: RawBuilder<SqlBool>[] = [visiblePeople(scope, "everyone"), ...wordParts(filters.keywords)];
  if (sought.teachers) parts.push(holds(sql`r.code = 'teacher'`));
  if (filters.role?.length) parts.push(holds(sql`r.role_id = any(${sql.val(filters.role)}::uuid[])`));
  if (filters.status?.length) parts.push(sql<SqlBool>`a.status = any(${sql.val(filters.status)}::int[])`);
  if (filters.branchID?.length) {
    parts.push(sql<SqlBool>`exists (select from account_branch ab where ab.organization_id = a.organization_id
      and ab.account_id = a.account_id and ab.branch_id = any(${sql.val(filters.branchID)}::uuid[]))`);
  }
  if (filters.deptID?.length) {
    parts.push(sql<SqlBool>`a.department_id in (
      with recursive below as (
        select department_id from staff_department
        where organization_id = ${scope.organizationId} and department_id = any(${sql.val(filters.deptID)}::uuid[])
        union select d.department_id from staff_department d
        join below on d.parent_id = below.department_id where d.organization_id = ${scope.organizationId})
      select department_id from below)`);
  }
  if (filters.gender !== undefined) parts.push(sql<SqlBool>`a.gender = ${filters.gender}`);
  const madeOn = sql`(a.created_at at time zone ${sought.timeZone})::date`;
  if (filters.startTime) parts.push(sql<SqlBool>`${madeOn} >= ${filters.startTime}`);
  if (filters.endTime) parts.push(sql<SqlBool>`${madeOn} <= ${filters.endTime}`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function holds(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from account_role ar join staff_role r using (organization_id, role_id)
    where ar.organization_id = a.organization_id and ar.account_id = a.account_id and ${condition})`;
}

/** Parts of names, e-mail, staff ID and phone in any form; all words must match. */
function wordParts(keywords: string | undefined): RawBuilder<SqlBool>[] {
  return wordsOf(keywords).map((word) => sql<SqlBool>`a.search_text like ${containing(word)}`);
}

/** The sorts of the list. A missing value counts as the smallest, so that every row has a position. */
const sorts = {
  createTime: { value: sql`a.created_at`, type: "timestamptz", kind: "moment" },
  nickname: { value: sql`a.nickname`, type: "text", kind: "text" },
  staffID: { value: sql`lower(coalesce(a.staff_id, ''))`, type: "text", kind: "text" },
  lastSignInTime: {
    value: sql`coalesce(s.signed_in_at, '2000-01-01 00:00:00+00'::timestamptz)`,
    type: "timestamptz",
    kind: "moment",
  },
} as const;

export interface StaffPage {
  people: StaffPerson[];
  nextCursor: string | null;
  total: number;
}

/** The ids of everyone in a scope who matches the filters, in the list's order. */
export async function staffIds(
  tx: Tx,
  scope: Scope,
  { request, sought }: { request: Omit<StaffFilters, "pageNum" | "pageSize" | "cursor">; sought: PeopleSought },
): Promise<AccountId[]> {
  const { value } = sorts[request.sortBy];
  const direction = sql.raw(request.sortOrder);
  const found = await sql<{ id: AccountId }>`
    select a.account_id as id from account a ${beside(request)} where ${staffMatching(scope, request, sought)}
    order by ${value} ${direction}, a.account_id ${direction}`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** One page of people, by cursor or by number; names of roles, branches and departments come in the same statement. */
export async function listStaff(
  tx: Tx,
  scope: Scope,
  { request, sought }: { request: StaffFilters; sought: PeopleSought },
): Promise<StaffPage> {
  const matching = staffMatching(scope, request, sought);
  const counted = await sql<{ n: number }>`select count(*)::int as n from account a where ${matching}`.execute(tx);
  const { value, type } = sorts[request.sortBy];
  const direction = sql.raw(request.sortOrder);
  const after = request.cursor ? afterCursor(request) : sql<SqlBool>`true`;
  const skip = skippedOf(request);
  const found = await sql<StaffPerson & { sort_text: string }>`
    select record.*, page.sort_value::text as sort_text
    from (
      select a.account_id, (${value})::${sql.raw(type)} as sort_value
      from account a ${beside(request)}
      where ${matching} and ${after}
      order by sort_value ${direction}, a.account_id ${direction}
      limit ${request.pageSize + 1} offset ${skip}) as page
    join staff_record record on record.organization_id = ${scope.organizationId} and record.account_id = page.account_id
    order by page.sort_value ${direction}, page.account_id ${direction}`.execute(tx);
  const { rows, nextCursor } = cutPage(found.rows, request.pageSize, (last) => ({
    value: last.sort_text,
    id: last.account_id,
  }));
  return { people: rows, nextCursor, total: counted.rows[0]?.n ?? 0 };
}

/** When sorting by last sign-in, everyone's is collected in one query. */
function beside({ sortBy }: Pick<StaffFilters, "sortBy">): RawBuilder<unknown> {
  if (sortBy !== "lastSignInTime") return sql``;
  return sql`left join staff_sign_in s on s.organization_id = a.organization_id and s.account_id = a.account_id`;
}

function afterCursor(request: StaffFilters): RawBuilder<SqlBool> {
  const { value: column, type, kind } = sorts[request.sortBy];
  const { value, id } = readCursor(request.cursor ?? "", kind);
  if (value === null) throw new AppError("DATA_FORMAT_ERROR");
  const sign = sql.raw(request.sortOrder === "desc" ? "<" : ">");
  return sql<SqlBool>`(${column}, a.account_id) ${sign} (${value}::${sql.raw(type)}, ${id}::uuid)`;
}

/** A colleague found by the global search. */
export interface FoundPerson {
  accountId: AccountId;
  nickname: string;
  names: string[];
  email: string;
  phone: string;
  /** Matched by the sound of the name, not by its spelling. */
  isSound: boolean;
}

/** The first visible colleagues who match all words, by name; then those whose names sound like them. */
export async function findStaff(
  tx: Tx,
  scope: Scope,
  { keywords, limit }: { keywords: string; limit: number },
): Promise<FoundPerson[]> {
  const written = sql<SqlBool>`(${sql.join([sql`true`, ...wordParts(keywords)], sql` and `)})`;
  const sounds = soundsLike(sql`a.sound_keys`, scope, keywords) ?? sql<SqlBool>`false`;
  const { rows } = await sql<FoundPerson>`
    select a.account_id as "accountId", a.nickname, array_remove(array[a.last_name || a.first_name, a.first_name || ' ' || a.last_name, a.ename], '') as names, a.email,
      a.phone, not ${written} as "isSound"
    from account a where ${visiblePeople(scope, "everyone")} and (${written} or ${sounds})
    order by "isSound", a.nickname, a.account_id limit ${limit}`.execute(tx);
  return rows;
}
