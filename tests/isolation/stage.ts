import type { TestDatabase } from "@homeroom/server/platform/db/for-tests";
import type pg from "pg";

/** What puts rows back: statements on the database of a world. */
export interface Stage {
  base: Pick<TestDatabase, "platform"> & { owner: Statements };
}

export interface Statements {
  query<Row extends pg.QueryResultRow>(
    statement: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/**
 * Skips each write that names none of these tables, as its effect is still there: it depends on the tables that it names
 * and on values that never change. Reads are never skipped.
 */
export function writesNaming(tables: ReadonlySet<string>, { query }: Statements): Statements {
  return {
    async query(statement, values) {
      const words = statement.match(/\w+/g) ?? [];
      if (words[0] !== "select" && !words.some((word) => tables.has(word))) return { rows: [], rowCount: 0 };
      return query(statement, values);
    },
  };
}
