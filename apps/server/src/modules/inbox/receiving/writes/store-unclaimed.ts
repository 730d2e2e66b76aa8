import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";
import type { MessagingProvider, UnclaimedDelivery } from "../../port.ts";

/** Anybody can post here, so unclaimed deliveries are limited in size, per name and in total. */
const maxBytesEach = 256 * 1024;
const maxNames = 20;
const maxOfOneName = 1000;
const maxRows = 20_000;
const maxBytes = 200 * 1024 * 1024;

/**
 * Stores a delivery that names no channel of ours, so that a number which is connected within a week loses nobody. It is not
 * trusted before its signature could be checked. Returns false if it is stored already (Meta repeats what was refused), is
 * too large, or too much is stored.
 */
export async function storeUnclaimed(
  db: Database,
  kind: MessagingProvider["kind"],
  { names, rawBody, signature, receivedAt }: UnclaimedDelivery & { names: readonly string[] },
): Promise<boolean> {
  const storable = names.filter((name) => name.length <= 64 && !name.includes("\0"));
  if (storable.length === 0 || storable.length > maxNames || rawBody.length > maxBytesEach) return false;
  const list = sql`${sql.val(storable)}::text[]`;
  const kept = await inSystemTransaction(db, (tx) =>
    sql`
      insert into unclaimed_delivery (kind, names, signature, body, bytes, received_at)
      select ${kind}, ${list}, ${signature}, ${rawBody}, ${rawBody.length}::int, ${receivedAt}::timestamptz
      from (select count(*) as rows, coalesce(sum(bytes), 0) as bytes,
          count(*) filter (where names && ${list}) as same,
          count(*) filter (where names && ${list} and signature = ${signature} and body = ${rawBody}) as repeats from unclaimed_delivery) as there
      where there.repeats = 0 and there.rows < ${maxRows}::int and there.bytes < ${maxBytes}::int and there.same < ${maxOfOneName}::int`.execute(
      tx,
    ),
  );
  return kept.numAffectedRows === 1n;
}
