import { RecordId } from "@homeroom/contract/ids";
import type { AbsenceForm } from "@homeroom/contract/lead-rules";
import { sql } from "kysely";
import { v7 } from "uuid";
import { peopleByIds } from "#modules/accounts/public";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { managesAbsences, rulesScope } from "../policy.ts";
import { isSalesInSight, lockAbsence } from "../queries/absences.ts";

/**
 * Saves days on which a person is away and gets no new leads: the actor or, with the right to edit rules, the sales of their
 * branches. An id without a version is a proposed one: repeated, the absence is saved once. Throws NOT_FOUND, STALE_DATA.
 */
export function saveAbsence(db: Database, actor: Actor, form: AbsenceForm): Promise<{ recordID: RecordId }> {
  const scope = rulesScope(actor);
  return refusingTakenId(new AppError("NOT_FOUND"), () =>
    inTransaction(db, scope, async (tx) => {
      const id = form.recordID ?? RecordId.parse(v7());
      const held = await lockAbsence(tx, scope, { id, others: managesAbsences(actor) });
      const accountId = form.accountID ?? held?.accountId ?? actor.accountId;
      await requireMayWrite(tx, scope, { actor, accountId });
      if (!held && form.version !== undefined) throw new AppError("NOT_FOUND");
      if (held && form.version !== undefined && held.version !== form.version) throw new AppError("STALE_DATA");
      const { from, until, note = held?.note ?? "" } = form;
      const columns = { account_id: accountId, from_day: from, until_day: until, note };
      if (held) {
        await tx
          .updateTable("lead_absence")
          .set({ ...columns, version: sql`version + 1` })
          .where("organization_id", "=", scope.organizationId)
          .where("absence_id", "=", id)
          .execute();
      } else {
        const row = { ...columns, organization_id: scope.organizationId, absence_id: id, created_by: actor.accountId };
        const made = await tx
          .insertInto("lead_absence")
          .values(row)
          .onConflict((conflict) => conflict.columns(["organization_id", "absence_id"]).doNothing())
          .executeTakeFirst();
        // The id belongs to an absence out of sight, or the same request was sent twice at once.
        if (made.numInsertedOrUpdatedRows === 0n) throw new AppError("NOT_FOUND");
      }
      await recordChange(tx, actor, {
        module: "lead",
        action: held ? "edited" : "created",
        subject: {
          type: "absence",
          id,
          name: (await peopleByIds(tx, scope, [accountId])).get(accountId)?.nickname ?? "",
        },
        ...(held && { before: { from: held.from, until: held.until, note: held.note } }),
        after: { from, until, note },
      });
      return { recordID: id };
    }),
  );
}

async function requireMayWrite(
  tx: Tx,
  scope: Scope,
  { actor, accountId }: { actor: Actor; accountId: Actor["accountId"] },
): Promise<void> {
  if (accountId === actor.accountId) return;
  if (!managesAbsences(actor)) throw new AppError("PERMISSION_DENIED");
  if (!(await isSalesInSight(tx, scope, accountId))) throw new AppError("NOT_FOUND");
}

/** Removes an absence, the actor's own or one that they manage. Throws NOT_FOUND. */
export function deleteAbsence(db: Database, actor: Actor, id: RecordId): Promise<null> {
  const scope = rulesScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const held = await lockAbsence(tx, scope, { id, others: managesAbsences(actor) });
    if (!held) throw new AppError("NOT_FOUND");
    await tx
      .deleteFrom("lead_absence")
      .where("organization_id", "=", scope.organizationId)
      .where("absence_id", "=", id)
      .execute();
    const person = (await peopleByIds(tx, scope, [held.accountId])).get(held.accountId);
    await recordChange(tx, actor, {
      module: "lead",
      action: "deleted",
      subject: { type: "absence", id, name: person?.nickname ?? "" },
      before: { from: held.from, until: held.until, note: held.note },
    });
    return null;
  });
}
