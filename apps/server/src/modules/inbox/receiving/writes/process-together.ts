import type { OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { applyEvent, noChanges } from "./apply-events.ts";
import { loadTalks } from "./load-talks.ts";
import type { PlainDelivery } from "./plain-events.ts";
import { writeChanges } from "./write-changes.ts";

/** How many of one person's deliveries were processed, and what stopped the rest: one that must be processed alone, or a lock. */
export interface Progress {
  done: number;
  stoppedBy: "alone" | "elsewhere" | null;
}

/**
 * Applies the plain deliveries of several people of one organisation in one transaction, each person's in order, with
 * the same result as one after the other. Returns the progress for each person.
 */
export function processTogether(
  db: Database,
  organizationId: OrganizationId,
  people: readonly (readonly PlainDelivery[])[],
): Promise<Progress[]> {
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, async (tx) => {
    const all = people.flat();
    const claimed = await claimDeliveries(
      tx,
      scope,
      all.map(({ delivery }) => delivery.deliveryId),
    );
    const ours = all.filter(({ delivery }) => claimed.ours.has(delivery.deliveryId));
    const progress = people.map((): Progress => ({ done: 0, stoppedBy: null }));
    const talks = await loadTalks(tx, scope, ours);
    const changes = noChanges();
    const processed: number[] = [];
    for (const { person, one } of inOrder(people)) {
      const of = progress[person];
      const { deliveryId } = one.delivery;
      if (of?.stoppedBy !== null) continue;
      const isOurs = claimed.ours.has(deliveryId);
      const applied = isOurs ? applyEvent(talks, changes, one) : "done";
      if (claimed.elsewhere.has(deliveryId)) of.stoppedBy = "elsewhere";
      else if (applied !== "done") of.stoppedBy = applied;
      else {
        of.done += 1;
        if (isOurs) processed.push(deliveryId);
      }
    }
    if (processed.length > 0) {
      await talks.leads.save();
      await writeChanges(tx, scope, changes);
      await markProcessed(tx, scope, processed);
    }
    return progress;
  });
}

/** All deliveries in arrival order. */
function inOrder(people: readonly (readonly PlainDelivery[])[]): { person: number; one: PlainDelivery }[] {
  const all = people.flatMap((deliveries, person) => deliveries.map((one) => ({ person, one })));
  return all.sort((one, other) => one.one.delivery.deliveryId - other.one.delivery.deliveryId);
}

/** Deliveries claimed by this transaction, and those locked by another one; the rest is already processed. */
interface ClaimedDeliveries {
  ours: ReadonlySet<number>;
  elsewhere: ReadonlySet<number>;
}

/** Locks the deliveries that are still unprocessed, in order, skipping those that another process has locked. */
async function claimDeliveries(tx: Tx, scope: Scope, deliveryIds: readonly number[]): Promise<ClaimedDeliveries> {
  const waiting = sql`organization_id = ${scope.organizationId} and delivery_id = any(${sql.val([...deliveryIds])}::bigint[])
    and processed_at is null and given_up_at is null`;
  const locked = await sql<{ id: number }>`
    select delivery_id as id from inbound_delivery where ${waiting}
    order by delivery_id for no key update skip locked`.execute(tx);
  const ours = new Set(locked.rows.map(({ id }) => id));
  if (ours.size === deliveryIds.length) return { ours, elsewhere: new Set() };
  const left = await sql<{ id: number }>`select delivery_id as id from inbound_delivery where ${waiting}`.execute(tx);
  return { ours, elsewhere: new Set(left.rows.flatMap(({ id }) => (ours.has(id) ? [] : [id]))) };
}

/** Marks claimed deliveries as processed, effective when the transaction commits. */
async function markProcessed(tx: Tx, scope: Scope, deliveryIds: readonly number[]): Promise<void> {
  await sql`
    update inbound_delivery set processed_at = clock_timestamp(), problem = null
    where organization_id = ${scope.organizationId}
      and delivery_id = any(${sql.val([...deliveryIds])}::bigint[])`.execute(tx);
}
