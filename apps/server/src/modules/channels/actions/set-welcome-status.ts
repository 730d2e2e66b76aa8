import type { RequestOf } from "@homeroom/contract/endpoint";
import { welcome } from "@homeroom/contract/welcome";
import { recordChange } from "#modules/audit/public";
import { lockLineChannel } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { welcomeOf } from "../queries/welcome.ts";
import { requireBranch } from "./require-branch.ts";

/** Switches a branch's welcome message on or off. One that nothing could send is not switched on. */
export function setWelcomeStatus(
  db: Database,
  actor: Actor,
  { Status: status, branchID }: RequestOf<typeof welcome.setStatus>,
): Promise<void> {
  requireAccess(actor, welcome.setStatus);
  const scope = scopeOf(actor, "org:welcome:edit");
  const branchId = branchID ?? actor.branchId;
  return inTransaction(db, scope, async (tx) => {
    const branch = await requireBranch(tx, scope, branchId);
    const channel = await lockLineChannel(tx, scope, branchId);
    const known = await welcomeOf(tx, scope, branchId, "lock");
    if (!known) throw new AppError("WELCOME_MESSAGE_MISSING");
    if (status === 1 && !channel) throw new AppError("LINE_NOT_CONFIGURED");
    if (known.status === status) return;
    await tx
      .updateTable("welcome_message")
      .set({ status, version: known.version + 1, updated_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("branch_id", "=", branchId)
      .execute();
    const subject = { type: "welcome", id: branchId, name: branch.name };
    await recordChange(tx, actor, { module: "setting", action: status === 1 ? "enabled" : "disabled", subject });
  });
}
