import type { RequestOf } from "@homeroom/contract/endpoint";
import { organization, type WaitingWipe, wipeDelayHours, wipePhrase } from "@homeroom/contract/organization";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { postMail } from "#platform/mail/mail";
import { emit } from "#platform/outbox/events";
import { organizationChanged } from "../events.ts";
import { wipeRequestedMail, wipeWithdrawnMail } from "../mails.ts";
import type { People } from "../port.ts";
import { lockOrganization } from "../queries/organization-details.ts";
import { waitingWipe } from "../queries/removals.ts";

type Form = RequestOf<typeof organization.wipe>;

/**
 * Schedules the deletion of everything in 24 hours, for the owner with the phrase and their password. A repeated request keeps
 * the first time. Throws PERMISSION_DENIED for others, WIPE_PHRASE_MISMATCH and ACCOUNT_WRONG_CURRENT_PASSWORD.
 */
export async function requestWipe(db: Database, people: People, actor: Actor, form: Form): Promise<WaitingWipe> {
  requireAccess(actor, organization.wipe);
  if (!actor.isOwner) throw new AppError("PERMISSION_DENIED");
  if (form.confirmText !== wipePhrase) {
    throw new AppError(
      "WIPE_PHRASE_MISMATCH",
      {},
      { fields: [{ field: "confirmText", name: "WIPE_PHRASE_MISMATCH" }] },
    );
  }
  const asked = { password: form.password, refusal: "ACCOUNT_WRONG_CURRENT_PASSWORD", field: "password" } as const;
  await people.checkPassword(actor, asked);
  const scope = sharedScope(actor);
  const { organizationId, nickname } = actor;
  return inTransaction(db, scope, async (tx) => {
    const { name, time_zone: timeZone } = await lockOrganization(tx, scope);
    const waiting = await waitingWipe(tx, scope);
    if (waiting) return waiting;
    const [now, owner] = [new Date(), await people.ownerOf(tx, scope)];
    const dueAt = new Date(now.getTime() + wipeDelayHours * 3_600_000);
    const wipe = { reason: "wipe", requested_by: nickname, requested_at: now, due_at: dueAt } as const;
    // The owner's request replaces a removal because of the plan's end that has not begun.
    const scheduled = await tx
      .insertInto("organization_removal")
      .values({ organization_id: organizationId, ...wipe })
      .onConflict((on) =>
        on.column("organization_id").doUpdateSet(wipe).where("organization_removal.started_at", "is", null),
      )
      .returning("reason")
      .executeTakeFirst();
    // The removal has begun, which ended this session.
    if (!scheduled) throw new AppError("TOKEN_INVALID");
    await recordChange(tx, actor, {
      module: "organization",
      action: "wipeRequested",
      subject: { type: "organization", id: organizationId, name },
      after: { dueTime: dueAt.toISOString() },
    });
    if (owner) await postMail(tx, wipeRequestedMail(owner, { organization: name, dueAt, timeZone }));
    await emit(tx, organizationChanged, { organizationId, aggregateId: organizationId, payload: { organizationId } });
    return { requestTime: now.toISOString(), dueTime: dueAt.toISOString(), requestedBy: nickname };
  });
}

/** Withdraws a deletion that has not begun. Does nothing if none is waiting: somebody else withdrew it first. */
export function withdrawWipe(db: Database, people: Pick<People, "ownerOf">, actor: Actor): Promise<null> {
  requireAccess(actor, organization.cancelWipe);
  const scope = sharedScope(actor);
  const { organizationId } = actor;
  return inTransaction(db, scope, async (tx) => {
    const { name } = await lockOrganization(tx, scope);
    const withdrawn = await tx
      .deleteFrom("organization_removal")
      .where("organization_id", "=", organizationId)
      .where("reason", "=", "wipe")
      .where("started_at", "is", null)
      .returning("due_at")
      .executeTakeFirst();
    if (!withdrawn) return null;
    await recordChange(tx, actor, {
      module: "organization",
      action: "wipeWithdrawn",
      subject: { type: "organization", id: organizationId, name },
      before: { dueTime: withdrawn.due_at.toISOString() },
    });
    const owner = await people.ownerOf(tx, scope);
    if (owner) await postMail(tx, wipeWithdrawnMail(owner, { organization: name, by: actor.nickname }));
    await emit(tx, organizationChanged, { organizationId, aggregateId: organizationId, payload: { organizationId } });
    return null;
  });
}
