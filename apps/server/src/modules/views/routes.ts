import type { AccountId } from "@homeroom/contract/ids";
import { type SavedView, views } from "@homeroom/contract/views";
import { type PersonName, peopleByIds } from "#modules/accounts/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { removeView, saveView } from "./actions/save-view.ts";
import { setDefaultView } from "./actions/set-default-view.ts";
import { type FoundView, viewsOf } from "./queries.ts";

export function bindViewRoutes(bind: Binder, { db }: Platform): void {
  bind(views.list, ({ screen }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const found = await viewsOf(tx, scope, { screen, accountId: actor.accountId });
      const creators = found.map((view) => view.creatorId);
      const people = await peopleByIds(tx, scope, creators);
      return found.map((view) => presentView(view, actor, people));
    });
  });
  bind(views.save, async (form, { actor }) => ({ recordID: await saveView(db, actor, form) }));
  bind(views.remove, ({ id }, { actor }) => removeView(db, actor, id));
  bind(views.setDefault, ({ id, roleIds }, { actor }) => setDefaultView(db, actor, { viewId: id, roleIds }));
}

/** A view for its reader; its default roles are included only for people who can decide them. */
function presentView(view: FoundView, actor: Actor, people: ReadonlyMap<AccountId, PersonName>): SavedView {
  const { creatorId, roleIds, ...facts } = view;
  return {
    ...facts,
    isMine: creatorId === actor.accountId,
    roleIds: can(actor, "sys:role:edit") ? roleIds : [],
    creator: people.get(creatorId)?.nickname ?? "",
  };
}
