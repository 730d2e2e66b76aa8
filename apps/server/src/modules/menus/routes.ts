import { menus } from "@homeroom/contract/menus";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { menusFor } from "./queries.ts";
import { routeTree } from "./rules/route-tree.ts";

export function bindMenuRoutes(bind: Binder, platform: Platform): void {
  bind(menus.routes, async (_, { actor }) => {
    const scope = sharedScope(actor);
    return routeTree(await inTransaction(platform.db, scope, (tx) => menusFor(tx, scope, actor)));
  });
}
