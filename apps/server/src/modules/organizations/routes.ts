import { member } from "@homeroom/contract/member";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { branchesOf } from "./queries.ts";

export function bindBranchRoutes(bind: Binder, platform: Platform): void {
  bind(member.branchList, async (_, { actor }) => {
    const scope = sharedScope(actor);
    const branches = await inTransaction(platform.db, scope, (tx) => branchesOf(tx, scope));
    return branches
      .filter((branch) => actor.branchIds.includes(branch.branchId))
      .map((branch) => ({ value: branch.branchId, label: branch.name }));
  });
}
