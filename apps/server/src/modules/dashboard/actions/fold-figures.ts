import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";
import { waitBounds } from "../rules/reply-time.ts";

/** The number of days of an organisation folded in one transaction. */
const atOnce = 50;

const tables = [
  {
    name: "lead_figure",
    keys: ["organization_id", "day", "branch_id", "sales_id", "tutor_id", "channel_id"],
    counts: ["leads", "talked", "booked", "attended", "dealt", "repeats", "deals", "chats"],
  },
  {
    name: "answer_figure",
    keys: ["organization_id", "day", "branch_id", "account_id"],
    counts: [
      "answers",
      ...waitBounds.map((bound) => `within_${bound}`),
      ...waitBounds.map((bound) => `office_${bound}`),
    ],
  },
] as const;

/**
 * Merges changes of figures, so that a day has one row for each combination of keys. Readers see the same
 * sums before and after; two processes may run it at once. Returns whether there may be more.
 */
export async function foldFigures(db: Database): Promise<boolean> {
  let more = false;
  for (const table of tables) more = (await foldTable(db, table)) || more;
  return more;
}

function foldTable(db: Database, { name, keys, counts }: (typeof tables)[number]): Promise<boolean> {
  const table = sql.table(name);
  const keyList = sql.join(keys.map((key) => sql.ref(key)));
  const countList = sql.join(counts.map((column) => sql.ref(column)));
  const sums = sql.join(counts.map((column) => sql`sum(${sql.ref(column)})`));
  const notZero = sql.join(
    counts.map((column) => sql`sum(${sql.ref(column)}) <> 0`),
    sql` or `,
  );
  return inSystemTransaction(db, async (tx) => {
    const found = await sql<{ days: number }>`
      with days as materialized (
        select distinct organization_id, day from ${table} where not folded limit ${atOnce}),
      removed as (
        delete from ${table} figure using days
        where figure.organization_id = days.organization_id and figure.day = days.day
        returning ${sql.join(keys.map((key) => sql.ref(`figure.${key}`)))},
          ${sql.join(counts.map((column) => sql.ref(`figure.${column}`)))}),
      added as (
        insert into ${table} (${keyList}, ${countList}, folded)
        select ${keyList}, ${sums}, true from removed group by ${keyList} having ${notZero})
      select count(*)::int as days from days`.execute(tx);
    return found.rows[0]?.days === atOnce;
  });
}
