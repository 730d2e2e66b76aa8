import { sql } from "kysely";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { nextDeliveryTry } from "../../rules.ts";
import type { WaitingDelivery } from "../queries.ts";

/**
 * Postpones a delivery that could not be processed. After many attempts it is given up and shown to staff with
 * `problem`. Returns whether it was given up.
 */
export function postponeDelivery(db: Database, delivery: WaitingDelivery, problem: string): Promise<boolean> {
  return inTransaction(db, organizationScope(delivery.organizationId), async (tx) => {
    const ofIt = sql`organization_id = ${delivery.organizationId} and delivery_id = ${delivery.deliveryId}`;
    const found = await sql<{ attempts: number }>`
      select attempts from inbound_delivery where ${ofIt} and processed_at is null for update`.execute(tx);
    const row = found.rows[0];
    if (!row) return false;
    const attempts = row.attempts + 1;
    const wait = nextDeliveryTry(attempts);
    const next = wait === null ? null : new Date(Date.now() + wait);
    await sql`
      update inbound_delivery set attempts = ${attempts}, problem = ${problem}, next_attempt_at = ${next},
        given_up_at = ${wait === null ? new Date() : null}
      where ${ofIt}`.execute(tx);
    return wait === null;
  });
}
