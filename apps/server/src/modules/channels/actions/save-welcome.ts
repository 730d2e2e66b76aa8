import type { RequestOf } from "@homeroom/contract/endpoint";
import { welcome } from "@homeroom/contract/welcome";
import { recordChange } from "#modules/audit/public";
import { lockLineChannel } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { welcomeOf } from "../queries/welcome.ts";
import { hasTooManyParts, statusAtFirst } from "../rules.ts";
import { requireBranch } from "./require-branch.ts";
import { requirePictures } from "./require-pictures.ts";

type Form = RequestOf<typeof welcome.update>;

/**
 * Saves a branch's welcome message. A change of mode resets its state to that of a new message in that mode. Throws
 * STALE_DATA when somebody else saved after the version that the form was opened with.
 */
export function saveWelcome(db: Database, actor: Actor, form: Form): Promise<void> {
  requireAccess(actor, welcome.update);
  const scope = scopeOf(actor, "org:welcome:edit");
  const { segments, mode } = form;
  if (hasTooManyParts(segments, form.buttons ?? [])) throw new AppError("WELCOME_TOO_MANY_PARTS");
  if (segments.length === 0) throw new AppError("WELCOME_MESSAGE_MISSING");
  const branchId = form.branchID ?? actor.branchId;
  return inTransaction(db, scope, async (tx) => {
    const branch = await requireBranch(tx, scope, branchId);
    const known = await welcomeOf(tx, scope, branchId, "lock");
    if (form.version !== undefined && form.version !== (known?.version ?? 0)) throw new AppError("STALE_DATA");
    const buttons = form.buttons ?? known?.buttons ?? [];
    await requirePictures(tx, scope, { actor, branchId, segments });
    const status = known?.mode === mode ? known.status : statusAtFirst(mode);
    const values = { segments: JSON.stringify(segments), buttons: JSON.stringify(buttons), mode, status };
    await tx
      .insertInto("welcome_message")
      .values({ organization_id: scope.organizationId, branch_id: branchId, ...values })
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "branch_id"]).doUpdateSet((row) => ({
          ...values,
          version: row("welcome_message.version", "+", 1),
          updated_at: new Date(),
        })),
      )
      .execute();
    await recordChange(tx, actor, {
      module: "setting",
      action: known ? "edited" : "created",
      subject: { type: "welcome", id: branchId, name: branch.name },
      before: known ? { segments: known.segments.length, buttons: known.buttons.length, mode: known.mode } : {},
      after: { segments: segments.length, buttons: buttons.length, mode },
    });
  });
}

/** Switches a branch's welcome message on or off. A message that no channel could send is not switched on. */
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
