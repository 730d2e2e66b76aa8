import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";

/** Everyone that a scope reaches, or only people who are teachers and nothing else. */
export type PeopleReach = "everyone" | "teachers";

/**
 * The row filter of people over `account a`: everyone at one of the scope's branches, and oneself. List, export and
 * direct ids share this condition.
 */
export function visiblePeople(scope: Scope, reach: PeopleReach): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`a.organization_id = ${scope.organizationId}`];
  if (scope.branchIds) {
    parts.push(sql<SqlBool>`(a.account_id = ${scope.accountId} or exists (
      select from account_branch ab where ab.organization_id = a.organization_id and ab.account_id = a.account_id
        and ab.branch_id = any(${sql.val([...scope.branchIds])}::uuid[])))`);
  }
  if (reach === "teachers") {
    parts.push(sql<SqlBool>`not a.is_owner and (select bool_and(r.code = 'teacher') from account_role ar
      join staff_role r using (organization_id, role_id)
      where ar.organization_id = a.organization_id and ar.account_id = a.account_id)`);
  }
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}
