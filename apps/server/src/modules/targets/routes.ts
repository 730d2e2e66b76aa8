import { targets } from "@homeroom/contract/targets";
import type { Actor } from "#platform/auth/actor";
import { scopeOf, scopeOfRecord } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { reloadCount, removeTarget, restoreTarget, setTargetStatus } from "./actions/change-target-state.ts";
import { saveTarget } from "./actions/save-target.ts";
import { requireMayChange } from "./policy.ts";
import type { TargetUses } from "./port.ts";
import { presentTargets } from "./present.ts";
import { countLeads, listTargets, loadTarget, reachWanted, type TargetPage } from "./queries.ts";

export function bindTargetRoutes(bind: Binder, { db }: Platform, uses: readonly TargetUses[]): void {
  const page = (request: TargetPage, actor: Actor) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const { targets: found, ...rest } = await listTargets(tx, scope, request);
      const list = await presentTargets(tx, scope, { found, uses });
      return { list, ...rest, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  };
  bind(targets.open, (request, { actor }) => page(request, actor));
  bind(targets.list, (request, { actor }) => page(request, actor));
  bind(targets.save, (form, { actor }) => saveTarget(db, actor, form));
  bind(targets.reload, ({ recordID }, { actor }) => reloadCount(db, actor, recordID));
  bind(targets.setStatus, ({ recordID, status }, { actor }) =>
    setTargetStatus(db, actor, { listId: recordID, status }),
  );
  bind(targets.remove, ({ recordID }, { actor }) => removeTarget(db, uses, actor, recordID));
  bind(targets.restore, ({ recordID }, { actor }) => restoreTarget(db, actor, recordID));
  bind(targets.count, ({ queryRule, recordID, branchID }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const reach = recordID ? await loadTarget(tx, scope, recordID) : await reachWanted(tx, scope, branchID);
      requireMayChange(scope, reach);
      const counted = scopeOfRecord({ organizationId: scope.organizationId, ...reach });
      return countLeads(tx, counted, queryRule);
    });
  });
}
