import type { RowsOf } from "./lead-rows.ts";
import type { World } from "./world.ts";

/** An abandoned delivery of the channel, with the reason. */
export async function giveUpDelivery(
  { base }: Pick<World, "base">,
  { number, customer }: Pick<RowsOf, "number" | "customer">,
) {
  const problem = `不明的事件 ${customer.phone}`;
  const made = await base.owner.query<{ delivery_id: string }>(
    `insert into inbound_delivery (organization_id, channel_id, event_id, payload, attempts, problem, given_up_at)
     select organization_id, channel_id, $2, '{}', 5, $3, now() from channel where channel_id = $1
     returning delivery_id`,
    [number.channelId, `given-up-${customer.phone}`, problem],
  );
  return { deliveryId: String(made.rows[0]?.delivery_id), problem };
}
