import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Whether a uuid column is one of some ids: one parameter however many there are, so the statement can be prepared. */
export function isOneOf(column: string, ids: Iterable<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...new Set(ids)])}::uuid[])`;
}
