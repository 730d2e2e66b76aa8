import type { RecordId } from "@homeroom/contract/ids";
import { peopleByIds } from "#modules/accounts/public";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { managesAbsences, rulesScope } from "../policy.ts";
import { lockAbsence } from "../queries/absences.ts";

/** Removes an absence, one's own or that of somebody whose absences the actor looks after. Throws NOT_FOUND. */
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
