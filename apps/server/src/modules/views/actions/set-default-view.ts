import type { RecordId, RoleId } from "@homeroom/contract/ids";
import { views } from "@homeroom/contract/views";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { viewToChange } from "../queries.ts";

/** Makes the view the default of a screen for these roles, in place of their earlier one. Throws NOT_FOUND. */
export async function setDefaultView(
  db: Database,
  actor: Actor,
  { viewId, roleIds }: { viewId: RecordId; roleIds: readonly RoleId[] },
): Promise<void> {
  requireAccess(actor, views.setDefault);
  const scope = sharedScope(actor);
  await inTransaction(db, scope, async (tx) => {
    const view = await viewToChange(tx, scope, viewId);
    if (!view || !(view.is_shared || view.account_id === actor.accountId)) throw new AppError("NOT_FOUND");
    const before = await replaceRoles(tx, {
      organizationId: scope.organizationId,
      screen: view.screen,
      viewId,
      roleIds,
    });
    if (roleIds.length > 0) {
      await tx
        .updateTable("saved_view")
        .set({ is_shared: true })
        .where("organization_id", "=", scope.organizationId)
        .where("view_id", "=", viewId)
        .execute();
    }
    await recordChange(tx, actor, {
      module: "setting",
      action: "edited",
      subject: { type: "savedView", id: viewId, name: view.name },
      before: { defaultOfRoles: before },
      after: { defaultOfRoles: [...roleIds].sort() },
    });
  });
}

/** Returns the roles that started with the view before. */
async function replaceRoles(
  tx: Tx,
  to: { organizationId: Actor["organizationId"]; screen: string; viewId: RecordId; roleIds: readonly RoleId[] },
): Promise<RoleId[]> {
  const before = await tx
    .deleteFrom("saved_view_role")
    .where("organization_id", "=", to.organizationId)
    .where("view_id", "=", to.viewId)
    .returning("role_id")
    .execute();
  const rows = [...new Set(to.roleIds)].sort().map((roleId) => ({
    organization_id: to.organizationId,
    role_id: roleId,
    screen: to.screen,
    view_id: to.viewId,
  }));
  if (rows.length > 0) {
    await tx
      .insertInto("saved_view_role")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "role_id", "screen"]).doUpdateSet({ view_id: to.viewId }),
      )
      .execute()
      .catch((error: unknown) => {
        // A role that does not exist in the organisation violates the foreign key.
        throw sqlState(error) === "23503" ? new AppError("NOT_FOUND") : error;
      });
  }
  return before.map((row) => row.role_id).sort();
}
