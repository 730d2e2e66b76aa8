import type { RecordId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { reachPages } from "../../policy.ts";
import { loadPage } from "../../queries/pages.ts";
import { lockDelivery } from "../queries.ts";
import { announce } from "./deliver.ts";

/** Sends a delivery again, as if for the first time; one that waits is sent at once. Throws NOT_FOUND. */
export function replayDelivery(db: Database, actor: Actor, deliveryId: RecordId): Promise<void> {
  const scope = reachPages(actor, "ad:landing:edit");
  return inTransaction(db, scope, async (tx) => {
    const held = await lockDelivery(tx, scope, deliveryId);
    if (!held) throw new AppError("NOT_FOUND");
    await loadPage(tx, scope, held.pageId);
    const now = new Date();
    await tx
      .updateTable("landing_delivery")
      .set({ state: "waiting", attempts: 0, next_at: now })
      .where("organization_id", "=", scope.organizationId)
      .where("delivery_id", "=", deliveryId)
      .execute();
    await announce(tx, scope, deliveryId, now);
  });
}
