import { until } from "../harness/until.ts";
import type { World } from "./world.ts";

/**
 * Waits until no background work is left: no unpublished event, no due job, no message in flight, no waiting delivery. Work
 * that a call has started may change rows long after its answer.
 */
export async function atRest({ base }: Pick<World, "base">): Promise<void> {
  const underWay = async () => {
    const found = await base.owner.query<{ what: string }>(
      `select 'event ' || event as what from outbox where published_at is null
       union all select 'job ' || name from pgboss.job
         where state in ('created', 'retry', 'active') and start_after <= now() and name not like '\\_\\_pgboss%'
       union all select 'message ' || message_id from message
         where state in ('queued', 'sending') and coalesce(next_attempt_at, now()) <= now()
       union all select 'delivery ' || delivery_id from inbound_delivery
         where processed_at is null and given_up_at is null and coalesce(next_attempt_at, now()) <= now()`,
    );
    return found.rows.map(({ what }) => what);
  };
  let left: string[] = [];
  await until("the product to come to rest", async () => (left = await underWay()).length === 0, {
    left: () => left.slice(0, 5).join(", "),
  });
}
