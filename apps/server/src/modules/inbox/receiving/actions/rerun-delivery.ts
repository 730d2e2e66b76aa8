import { chat } from "@homeroom/contract/chat";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Lets a delivery that was given up be tried again, as often as a new one. */
export function rerunDelivery(db: Database, actor: Actor, deliveryId: string): Promise<void> {
  requireAccess(actor, chat.rerunDelivery);
  const scope = scopeOf(actor, "org:whatsapp:edit");
  return inTransaction(db, scope, async (tx) => {
    const result = await sql<{ name: string }>`
      update inbound_delivery d set given_up_at = null, attempts = 0, next_attempt_at = null
      from channel c
      where d.organization_id = ${scope.organizationId} and d.delivery_id = ${deliveryId} and d.given_up_at is not null
        and c.organization_id = d.organization_id and c.channel_id = d.channel_id
        and (${scope.branchIds === null} or c.branch_id = any(${sql.val([...(scope.branchIds ?? [])])}::uuid[]))
      returning c.name`.execute(tx);
    const [channel] = result.rows;
    if (!channel) throw new AppError("NOT_FOUND");
    await sql`select pg_notify('inbound_delivery', '')`.execute(tx);
    const subject = { type: "delivery", id: deliveryId, name: channel.name };
    await recordChange(tx, actor, { module: "setting", action: "rerun", subject });
  });
}
