import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A delivery with its target. */
export function loadDelivery(tx: Tx, { organizationId }: Scope, deliveryId: RecordId) {
  return tx
    .selectFrom("landing_delivery as delivery")
    .innerJoin("landing_page as page", (join) =>
      join
        .onRef("page.organization_id", "=", "delivery.organization_id")
        .onRef("page.page_id", "=", "delivery.page_id"),
    )
    .select([
      "delivery.state",
      "delivery.body",
      "delivery.attempts",
      "delivery.page_id as pageId",
      "page.webhook_url as url",
    ])
    .where("delivery.organization_id", "=", organizationId)
    .where("delivery.delivery_id", "=", deliveryId)
    .executeTakeFirst();
}

/** A delivery, locked until the transaction ends. */
export function lockDelivery(tx: Tx, { organizationId }: Scope, deliveryId: RecordId) {
  return tx
    .selectFrom("landing_delivery")
    .select(["state", "attempts", "page_id as pageId"])
    .where("organization_id", "=", organizationId)
    .where("delivery_id", "=", deliveryId)
    .forUpdate()
    .executeTakeFirst();
}

/** The latest deliveries of a page, newest first. */
export function deliveriesOf(
  tx: Tx,
  { organizationId }: Scope,
  { pageId, limit }: { pageId: RecordId; limit: number },
) {
  return tx
    .selectFrom("landing_delivery")
    .select(["delivery_id", "state", "attempts", "status", "problem", "next_at", "created_at"])
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .orderBy("created_at", "desc")
    .orderBy("delivery_id", "desc")
    .limit(limit)
    .execute();
}

/** Whether the last call of a page's webhook that ended was given up. */
export async function hasFailed(tx: Tx, { organizationId }: Scope, pageId: RecordId): Promise<boolean> {
  const last = await tx
    .selectFrom("landing_delivery")
    .select("state")
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .where("state", "<>", "waiting")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.state === "failed";
}
