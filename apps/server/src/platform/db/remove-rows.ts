import { CompiledQuery, sql } from "kysely";
import type { Scope } from "./scope.ts";
import { type Database, inTransaction } from "./transaction.ts";
import { tenantTablesLeavesFirst } from "./transfer/tenant-tables.ts";

const rowsAtOnce = 2000;

/**
 * Deletes an organisation's rows from every table with an organisation, except those to keep. The tables come from the catalogue:
 * new tables are included automatically. It works in batches, so it can stop and resume anywhere; `afterBatch` gets the number
 * of deleted rows. Rows that the database protects stay.
 */
export async function removeOrganizationRows(
  db: Database,
  scope: Scope,
  options: { keep: readonly string[]; afterBatch: (rows: number) => Promise<void> },
): Promise<void> {
  const tables = await inTransaction(db, scope, (tx) =>
    tenantTablesLeavesFirst({
      query: async <Row extends object>(text: string, values: unknown[] = []) => ({
        rows: (await tx.executeQuery(CompiledQuery.raw(text, values))).rows as Row[],
      }),
    }),
  );
  for (const table of tables.filter((name) => !options.keep.includes(name))) {
    for (let removed = rowsAtOnce; removed > 0; ) {
      removed = await removeBatch(db, scope, table);
      if (removed > 0) await options.afterBatch(removed);
    }
  }
}

async function removeBatch(db: Database, scope: Scope, table: string): Promise<number> {
  const name = sql.table(table);
  const result = await inTransaction(db, scope, (tx) =>
    sql`delete from ${name} where ctid = any(array(
      select ctid from ${name} where organization_id = ${scope.organizationId} limit ${rowsAtOnce}))`.execute(tx),
  );
  return Number(result.numAffectedRows ?? 0);
}
