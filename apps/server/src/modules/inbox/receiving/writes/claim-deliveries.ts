import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Deliveries that this transaction may process, and those that another one is processing; the others are done. */
export interface Claimed {
  ours: ReadonlySet<number>;
  elsewhere: ReadonlySet<number>;
}

/** Locks those of some deliveries that still wait, in their order, without waiting for other processes. */
export async function claimDeliveries(tx: Tx, scope: Scope, deliveryIds: readonly number[]): Promise<Claimed> {
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

/** Marks claimed deliveries as processed, which holds as soon as the transaction commits. */
export async function markProcessed(tx: Tx, scope: Scope, deliveryIds: readonly number[]): Promise<void> {
  await sql`
    update inbound_delivery set processed_at = clock_timestamp(), problem = null
    where organization_id = ${scope.organizationId}
      and delivery_id = any(${sql.val([...deliveryIds])}::bigint[])`.execute(tx);
}
