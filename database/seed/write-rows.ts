import { sql } from "kysely";
import type { SeedTx } from "./kit.ts";

const rowsAtOnce = 1000;

/** Writes many rows with few statements. Every row has the same columns; omitted ones get the table's default. */
export async function writeRows(tx: SeedTx, table: string, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = JSON.stringify(rows.slice(start, start + rowsAtOnce));
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${some}::jsonb)`.execute(tx);
  }
}
