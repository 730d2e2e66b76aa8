import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { entryReceived } from "../../events.ts";
import { failEntry } from "./make-lead-of-entry.ts";

/** A form that waits for longer than its job tries is taken up again. */
const forgottenAfterMs = 12 * 3_600_000;

/** After five days a person decides. */
const maxAttempts = 3;

const atOnce = 200;

/**
 * Has the leads of forms made whose job has given up: half a day after they were sent, and then twice after times that
 * grow. After that a form fails. Answers whether there may be more.
 */
export async function queueForgottenEntries(db: Database, now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - forgottenAfterMs);
  const found = await inSystemTransaction(db, async (tx) => {
    const { rows } = await sql<{ organizationId: OrganizationId; entryId: RecordId; attempts: number }>`
      update landing_entry set attempts = attempts + 1 where (organization_id, entry_id) in (
        select organization_id, entry_id from landing_entry
        where state = 'waiting' and created_at < ${before}
          and created_at + attempts * attempts * interval '12 hours' < ${before}
        order by created_at limit ${atOnce} for update skip locked)
      returning organization_id as "organizationId", entry_id as "entryId", attempts`.execute(tx);
    return rows;
  });
  for (const { organizationId, entryId, attempts } of found) {
    const scope = organizationScope(organizationId);
    // oxlint-disable-next-line no-await-in-loop -- each organisation has its own transaction
    await inTransaction(db, scope, (tx) =>
      attempts > maxAttempts
        ? failEntry(tx, scope, { entryId, problem: "unavailable" })
        : emit(tx, entryReceived, { organizationId, aggregateId: entryId, payload: { entryId } }),
    );
  }
  return found.length === atOnce;
}
