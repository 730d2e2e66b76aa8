import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { type MailNotice, recipientOfMail } from "../rules/mail-notices.ts";

/** Stops the addresses in notices, and marks bounced mails. Idempotent: providers repeat their calls. */
export function takeMailNotices(db: Database, scope: Scope, notices: readonly MailNotice[]): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    // In a fixed order, so that two concurrent calls do not deadlock.
    const sorted = notices.toSorted((one, other) => one.address.localeCompare(other.address));
    for (const one of sorted) {
      await markRecipient(tx, scope, one);
      await tx
        .insertInto("email_stop")
        .values({
          organization_id: scope.organizationId,
          address: one.address,
          reason: one.kind,
          detail: one.detail,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** A bounced mail was not delivered, even if it bounced before its result was written; a mail with a complaint was. */
async function markRecipient(tx: Tx, scope: Scope, { kind, messageId, detail, address }: MailNotice): Promise<void> {
  const mail = recipientOfMail(messageId);
  if (!mail || kind !== "bounced") return;
  const { organizationId } = scope;
  await sql`
    with plan as (
      select plan_id from broadcast_plan
      where organization_id = ${organizationId} and link_number = ${mail.plan} for no key update),
    changed as (
      update broadcast_recipient recipient set state = 'failed', reason = 'mailBounced', detail = ${detail},
        failed_at = clock_timestamp()
      from plan
      where recipient.organization_id = ${organizationId} and recipient.plan_id = plan.plan_id
        and recipient.recipient_id = ${mail.recipient} and lower(recipient.email) = ${address}
        and recipient.state in ('queued', 'accepted', 'unsure')
      returning recipient.plan_id, recipient.accepted_at)
    update broadcast_plan held set failed = held.failed + 1,
      accepted = held.accepted - (changed.accepted_at is not null)::int
    from changed where held.organization_id = ${organizationId} and held.plan_id = changed.plan_id`.execute(tx);
}

/** Allows mail to an address again. Does nothing if the address is not stopped. */
export function liftEmailStop(db: Database, actor: Actor, written: string): Promise<void> {
  requireAccess(actor, broadcastSettings.liftStop);
  const scope = sharedScope(actor);
  const address = written.toLowerCase();
  return inTransaction(db, scope, async (tx) => {
    const lifted = await tx
      .deleteFrom("email_stop")
      .where("organization_id", "=", scope.organizationId)
      .where("address", "=", address)
      .executeTakeFirst();
    if (lifted.numDeletedRows === 0n) return;
    await recordChange(tx, actor, {
      module: "broadcast",
      action: "deleted",
      subject: { type: "emailStop", id: scope.organizationId, name: address },
    });
  });
}
