import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";
import { type AccountToSync, writeSteps } from "../writes/write-steps.ts";

const syncEveryMs = 60 * 60_000;
const fullEveryMs = 24 * 60 * 60_000;
const accountsAtOnce = 50;

/** Asks for what is new of accounts whose hour is over; answers whether more may be due. */
export function queueDueSyncs(db: Database, now = new Date()): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const fullBefore = new Date(now.getTime() - fullEveryMs);
    const { rows } = await sql<AccountToSync>`
      select organization_id as "organizationId", account_id as "accountId", time_zone as "timeZone",
        case when synced_at is null then 'first'
          when fully_asked_at is null or fully_asked_at < ${fullBefore} then 'full' else 'fresh' end as reach
      from ad_account
      where status = 1 and problem is distinct from 'reconnect'
        and (asked_at is null or asked_at < ${new Date(now.getTime() - syncEveryMs)})
      order by asked_at nulls first limit ${accountsAtOnce} for update skip locked`.execute(tx);
    await writeSteps(tx, rows, now);
    return rows.length === accountsAtOnce;
  });
}
