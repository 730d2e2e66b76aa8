import { menus } from "@homeroom/contract/menus";
import { sharedScope } from "#platform/auth/scopes";
import { inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addMenu, editMenu, removeMenu } from "./actions/change-menu.ts";
import { importMenusNow } from "./actions/import-menus.ts";
import { presentMenuForm, presentMenuOptions, presentMenuTree } from "./present.ts";
import { loadMenu, type MenuRecord, menusForActor, removedMenus, usesOf, wholeMenu } from "./queries.ts";
import { importPlan } from "./rules/import-plan.ts";
import { subtreeOf } from "./rules/menu-rules.ts";
import { routeTree } from "./rules/route-tree.ts";

export function bindMenuRoutes(bind: Binder, { db }: Platform): void {
  bind(menus.routes, async (_, { actor }) => {
    const scope = sharedScope(actor);
    return routeTree(await inTransaction(db, scope, (tx) => menusForActor(tx, scope, actor)));
  });

  bind(menus.list, async ({ keywords, status }, { actor }) => {
    const all = await inTransaction(db, sharedScope(actor), wholeMenu);
    return presentMenuTree(
      all,
      (menu) => has(menu, keywords) && (status === undefined || menu.visible === (status === 1)),
    );
  });

  bind(menus.options, async (_, { actor }) => {
    return presentMenuOptions(actor, await inTransaction(db, sharedScope(actor), wholeMenu));
  });

  bind(menus.form, async ({ id }, { actor }) =>
    presentMenuForm(await inTransaction(db, sharedScope(actor), (tx) => loadMenu(tx, id))),
  );

  bind(menus.uses, ({ id }) =>
    inSystemTransaction(db, async (tx) => {
      const all = await wholeMenu(tx);
      if (!all.some((menu) => menu.menu_id === id)) throw new AppError("NOT_FOUND");
      const ids = [...subtreeOf(all, id)];
      return { entries: ids.length, ...(await usesOf(tx, ids)) };
    }),
  );

  bind(menus.add, (form, { actor }) => addMenu(db, actor, form));
  bind(menus.edit, (form, { actor }) => editMenu(db, actor, form));
  bind(menus.remove, ({ id }, { actor }) => removeMenu(db, actor, id));

  bind(menus.importPlan, (_, { actor }) =>
    inTransaction(db, sharedScope(actor), async (tx) => importPlan(await wholeMenu(tx), await removedMenus(tx))),
  );
  bind(menus.importTree, (request, { actor }) => importMenusNow(db, actor, request));
}

function has(menu: MenuRecord, keywords: string | undefined): boolean {
  const words = (keywords ?? "").toLowerCase();
  const texts = [menu.name, menu.route_path, menu.component, menu.perm, ...Object.values(menu.titles ?? {})];
  return texts.some((text) => text.toLowerCase().includes(words));
}
