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

/** The same rule for a loaded row. */
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
 * Socket rooms of exactly the people with access to such a row: everyone of the organisation or the branch with the
 * `:all` permission, the two people it belongs to, or the branch's people if it has no owner. `family` keeps the
 * permissions apart (`lead`, `chat`).
 */
export function rowRooms(
  family: string,
  row: { organizationId: string; branchId: string; salesId: string | null; tutorId: string | null },
): string[] {
  const name = roomName(family, row.organizationId);
  const rooms = [name("all"), name(`branch:${row.branchId}`)];
  const people = [row.salesId, row.tutorId].filter((id) => id !== null);
  if (people.length === 0) rooms.push(name(`unheld:${row.branchId}`));
  return [...rooms, ...people.map((id) => name(`own:${row.branchId}:${id}`))];
}

/** The rooms that someone with this scope joins, to match `rowRooms`. */
export function scopeRooms(family: string, scope: Scope): string[] {
  const name = roomName(family, scope.organizationId);
  if (scope.reach === "organization") return [name("all")];
  const branches = scope.branchIds ?? [];
  if (scope.reach === "branch") return branches.map((id) => name(`branch:${id}`));
  return branches.flatMap((id) => [name(`unheld:${id}`), name(`own:${id}:${scope.accountId}`)]);
}

/** The organisation is part of every name: an id alone does not lead into another organisation's room. */
function roomName(family: string, organizationId: string): (part: string) => string {
  return (part) => `organization:${organizationId}:${family}:${part}`;
}
