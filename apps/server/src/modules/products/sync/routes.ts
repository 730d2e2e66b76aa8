import { catalogueSync } from "@homeroom/contract/catalogue-sync";
import type { Language } from "@homeroom/contract/language";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { startSync } from "./actions/start-sync.ts";
import { presentItem, presentSyncs } from "./present.ts";
import { findSync, syncItems } from "./queries.ts";

export function bindSyncRoutes(bind: Binder, { db }: Platform): void {
  const newest = (actor: Actor, language: Language) => {
    requirePermission(actor, "sale:product:sync");
    const scope = sharedScope(actor);
    return inTransaction(db, scope, (tx) => presentSyncs(tx, scope, language));
  };
  bind(catalogueSync.start, async ({ full }, { actor, language }) => {
    await startSync(db, actor, full);
    return newest(actor, language);
  });
  bind(catalogueSync.list, (_, { actor, language }) => newest(actor, language));
  bind(catalogueSync.items, ({ taskID, state, pageNum, pageSize }, { actor }) => {
    requirePermission(actor, "sale:product:sync");
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      if (!(await findSync(tx, scope, taskID))) throw new AppError("NOT_FOUND");
      const { items, total } = await syncItems(tx, scope, { syncId: taskID, state, pageNum, pageSize });
      return { list: items.map(presentItem), total, pageNum, pageSize };
    });
  });
}
