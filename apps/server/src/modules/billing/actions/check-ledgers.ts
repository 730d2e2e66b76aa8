import { sql } from "kysely";
import { today } from "#platform/clock/days";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { ledgerFaults, organizationsWithLedger } from "../queries/ledger.ts";

const zone = "Asia/Hong_Kong";
/** At night, when there are few bookings. */
const fromHour = 3;
/** After this time the comparing process counts as dead: longer than scheduled work takes. */
const lostAfter = "70 minutes";

/**
 * Compares all ledgers with their entries, once a day in one process; returns the faults. If that process dies,
 * another one repeats it.
 */
export async function checkLedgers(db: Database, now: Date): Promise<string[]> {
  const hour = Number(new Intl.DateTimeFormat("en", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }).format(now));
  if (hour < fromHour) return [];
  const day = today(zone, now);
  const taken = await inSystemTransaction(db, (tx) =>
    tx
      .insertInto("ledger_check")
      .values({ checked_on: day, problems: "[]" })
      .onConflict((conflict) =>
        conflict
          .column("checked_on")
          .doUpdateSet({ started_at: sql<Date>`now()` })
          .where("ledger_check.finished_at", "is", null)
          .where(sql<boolean>`ledger_check.started_at < now() - ${lostAfter}::interval`),
      )
      .returning("checked_on")
      .executeTakeFirst(),
  );
  if (!taken) return [];
  const organizations = await organizationsWithLedger(db);
  const problems: string[] = [];
  for (const organizationId of organizations) {
    const scope = organizationScope(organizationId);
    const faults = await inTransaction(db, scope, (tx) => ledgerFaults(tx, scope));
    problems.push(...faults.map((fault) => `${organizationId} ${fault}`));
  }
  await inSystemTransaction(db, (tx) =>
    tx
      .updateTable("ledger_check")
      .set({ finished_at: new Date(), organizations: organizations.length, problems: JSON.stringify(problems) })
      .where("checked_on", "=", day)
      .execute(),
  );
  return problems;
}
