import type { RecordId } from "@homeroom/contract/ids";
import { leadRules } from "@homeroom/contract/lead-rules";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { rulesScope } from "../policy.ts";
import { rulesOf } from "../queries/rules.ts";
import { auditOfRule } from "./audit-rule.ts";
import { lockTurns } from "./lock-turns.ts";

/** Deletes a rule; its leads go by the next one that fits, and what it gave stays known. Throws NOT_FOUND. */
export function deleteRule(db: Database, actor: Actor, ruleId: RecordId): Promise<null> {
  requireAccess(actor, leadRules.remove);
  const scope = rulesScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const [found] = await rulesOf(tx, scope, { ids: [ruleId] });
    if (!found) throw new AppError("NOT_FOUND");
    await lockTurns(tx, scope, [found.branchId]);
    const { name, fields } = await auditOfRule(tx, scope, found);
    const removed = await tx
      .deleteFrom("lead_rule")
      .where("organization_id", "=", scope.organizationId)
      .where("rule_id", "=", ruleId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw new AppError("NOT_FOUND");
    await recordChange(tx, actor, {
      module: "lead",
      action: "deleted",
      subject: { type: "leadRule", id: ruleId, name },
      before: fields,
    });
    return null;
  });
}
