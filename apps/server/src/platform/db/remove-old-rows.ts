import type { Schema } from "@homeroom/database/schema";
import { type RawBuilder, sql } from "kysely";
import { type Database, inSystemTransaction } from "./transaction.ts";

const rowsAtOnce = 2000;

/**
 * Deletes up to 2,000 rows of any organisation from a table that is open to the system, in its
 * own transaction. Returns whether there may be more. Rows locked by others are left for the next time.
 */
export async function removeOldRows(
  db: Database,
  table: keyof Schema,
  condition: RawBuilder<unknown>,
): Promise<boolean> {
  const name = sql.table(table);
  const removed = await inSystemTransaction(db, (tx) =>
    sql`delete from ${name} where ctid = any(array(
      select ctid from ${name} where ${condition} limit ${rowsAtOnce} for update skip locked))`.execute(tx),
  );
  return Number(removed.numAffectedRows ?? 0) === rowsAtOnce;
}
