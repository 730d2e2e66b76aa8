import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "./scope.ts";

/**
 * The row filter of tables that carry organization_id, branch_id, sales_id and tutor_id (leads, conversations): the one
 * function that list, search, export, counters and direct ids share. `alias` is the table's name in the query.
 */
export function visibleRows(scope: Scope, alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const parts = [sql<SqlBool>`${column("organization_id")} = ${scope.organizationId}`];
  if (scope.branchIds) parts.push(sql<SqlBool>`${column("branch_id")} = any(${sql.val([...scope.branchIds])}::uuid[])`);
  if (scope.reach === "own") {
    const [sales, tutor] = [column("sales_id"), column("tutor_id")];
    const me = scope.accountId;
    parts.push(sql<SqlBool>`(${sales} = ${me} or ${tutor} = ${me} or (${sales} is null and ${tutor} is null))`);
  }
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** The same rule for a row in hand. */
export function seesRow(
  scope: Scope,
  row: { branchId: string; salesId: string | null; tutorId: string | null },
): boolean {
  if (scope.branchIds && !scope.branchIds.some((id) => id === row.branchId)) return false;
  if (scope.reach !== "own") return true;
  const nobody = row.salesId === null && row.tutorId === null;
  return nobody || row.salesId === scope.accountId || row.tutorId === scope.accountId;
}

/**
 * Socket rooms that reach exactly those who may see such a row: everyone of the organisation or the branch with the
 * `:all` permission, the two people it belongs to, or the branch's people when nobody holds it. `family` keeps the
 * permissions apart (`lead`, `chat`).
 */
export function rowRooms(
  family: string,
  row: { organizationId: string; branchId: string; salesId: string | null; tutorId: string | null },
): string[] {
  const rooms = [`${family}:organization:${row.organizationId}`, `${family}:branch:${row.branchId}`];
  const people = [row.salesId, row.tutorId].filter((id) => id !== null);
  if (people.length === 0) rooms.push(`${family}:unheld:${row.branchId}`);
  return [...rooms, ...people.map((id) => `${family}:own:${row.branchId}:${id}`)];
}

/** The rooms that someone with this scope joins, to match `rowRooms`. */
export function scopeRooms(family: string, scope: Scope): string[] {
  if (scope.reach === "organization") return [`${family}:organization:${scope.organizationId}`];
  const branches = scope.branchIds ?? [];
  if (scope.reach === "branch") return branches.map((id) => `${family}:branch:${id}`);
  return branches.flatMap((id) => [`${family}:unheld:${id}`, `${family}:own:${id}:${scope.accountId}`]);
}
