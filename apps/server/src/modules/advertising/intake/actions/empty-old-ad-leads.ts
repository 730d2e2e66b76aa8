import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

/** As long as a deleted lead is kept. */
const keepForMs = 30 * 86_400_000;
const atOnce = 500;

/** Empties what forms sent once it has long become leads. Answers whether there may be more. */
export function emptyOldAdLeads(db: Database, now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - keepForMs);
  return inSystemTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update ad_lead set payload = '{}' where (organization_id, ad_lead_id) in (
        select organization_id, ad_lead_id from ad_lead
        where payload <> '{}' and state <> 'waiting' and created_at < ${before}
        order by created_at limit ${atOnce} for update skip locked)`.execute(tx);
    return Number(numAffectedRows) === atOnce;
  });
}
