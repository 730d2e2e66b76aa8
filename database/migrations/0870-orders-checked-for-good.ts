import type { Backfill } from "../migration.ts";

/**
 * Orders of which no picture waits any more, and that earlier releases still showed as being checked: their customers could
 * not pay what is open, and they never timed out. They are open again, with the whole time to pay. No order is paid by this:
 * one whose amounts are complete never stayed pending. A picture of the last minutes may be one whose row is not seen yet.
 */
export const backfill: Backfill = {
  table: "sale_order",
  set: `image_at = null, version = version + 1, updated_at = now(),
    expires_at = case when expires_at is not null then greatest(expires_at, now() + case
      when pay_method = 'bankTransfer' then interval '72 hours'
      when pay_method in ('paypal', 'card') then interval '30 minutes' end) end`,
  where: `status = 'pending' and confirm_status = 'unconfirmed' and image_at < now() - interval '5 minutes'
    and not exists (select from transfer_proof
      where transfer_proof.organization_id = sale_order.organization_id and transfer_proof.order_id = sale_order.order_id
        and transfer_proof.state = 'waiting')`,
};
