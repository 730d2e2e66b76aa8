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
 * Skips each statement that names none of the changed tables, and answers no rows. The effect of a write is still there, as
 * it depends on the tables that it names and on values that never change; what was read last is still right.
 */
export function statementsNaming(
  changed: readonly string[],
  { tables, unrecorded }: { tables: readonly string[]; unrecorded: Statements },
): Statements {
  return {
    async query(statement, values) {
      const words = new Set(statement.match(/\w+/g));
      if (!tables.some((table) => words.has(table))) throw new Error(`Names no watched table: ${statement}`);
      const isNeeded = changed.some((table) => words.has(table));
      return isNeeded ? unrecorded.query(statement, values) : { rows: [], rowCount: 0 };
    },
  };
}
