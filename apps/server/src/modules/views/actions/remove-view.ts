import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { mayRemove } from "../policy.ts";
import { viewToChange } from "../queries.ts";

/** Removes a view; roles that started with it start with none. Throws NOT_FOUND for one that the person does not see. */
export async function removeView(db: Database, actor: Actor, viewId: RecordId): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, async (tx) => {
    const view = await viewToChange(tx, scope, viewId);
    const isMine = view?.account_id === actor.accountId;
    if (!view || !(isMine || view.is_shared)) throw new AppError("NOT_FOUND");
    if (!mayRemove(actor, isMine)) throw new AppError("PERMISSION_DENIED");
    await tx
      .deleteFrom("saved_view")
      .where("organization_id", "=", scope.organizationId)
      .where("view_id", "=", viewId)
      .execute();
    if (isMine) return;
    await recordChange(tx, actor, {
      module: "setting",
      action: "deleted",
      subject: { type: "savedView", id: viewId, name: view.name },
      before: { screen: view.screen, query: view.query },
    });
  });
}
