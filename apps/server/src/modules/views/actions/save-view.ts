import type { RequestOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import type { views } from "@homeroom/contract/views";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { viewToChange } from "../queries.ts";

const maxPerScreen = 50;

/** Saves filters under a name of the person's choice. Idempotent. Returns the view's id. */
export function saveView(db: Database, actor: Actor, form: RequestOf<typeof views.save>): Promise<RecordId> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const own = await tx
      .selectFrom("saved_view")
      .select(sql<boolean>`lower(name) = lower(${form.name})`.as("same"))
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .where("screen", "=", form.screen)
      .execute();
    if (own.length >= maxPerScreen && !own.some((view) => view.same)) throw new AppError("SETTING_LIMIT_REACHED");
    const written = { name: form.name, query: form.query, is_shared: form.isShared };
    const saved = await tx
      .insertInto("saved_view")
      .values({
        organization_id: scope.organizationId,
        view_id: RecordId.parse(v7()),
        account_id: actor.accountId,
        screen: form.screen,
        ...written,
      })
      .onConflict((conflict) =>
        conflict.expression(sql`organization_id, account_id, screen, lower(name)`).doUpdateSet({
          ...written,
          // Roles that start with it need to see it.
          is_shared: sql`excluded.is_shared or exists (select from saved_view_role d
              where d.organization_id = saved_view.organization_id and d.view_id = saved_view.view_id)`,
        }),
      )
      .returning("view_id")
      .executeTakeFirstOrThrow();
    return saved.view_id;
  });
}

/** Removes a view; roles that started with it start with none. Throws NOT_FOUND for a view that the person cannot see. */
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

/** Own views, and shared ones of others for people who decide the default views of roles. */
function mayRemove(actor: Actor, isMine: boolean): boolean {
  return isMine || can(actor, "sys:role:edit");
}
