import type { AdAccountForm, AdPlatformName } from "@homeroom/contract/campaigns";
import { recordChange } from "#modules/audit/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { requireBranch } from "../../intake/queries/branches.ts";
import { lockAccount, type StoredAccount } from "../queries/accounts.ts";
import { platforms } from "../rules/platforms.ts";

/**
 * Sets whether an account is fetched and which branch sees it. A disabled one keeps its figures. Throws NOT_FOUND
 * for an account out of reach, STALE_DATA when somebody saved since `version`.
 */
export function saveAccount(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  { platform, form }: { platform: AdPlatformName; form: AdAccountForm },
): Promise<void> {
  requireAccess(actor, platforms[platform].calls.saveAccount);
  const scope = scopeOf(actor, platforms[platform].set);
  return inTransaction(db, scope, async (tx) => {
    const before = await lockAccount(tx, scope, { platform, id: form.recordID });
    if (!before) throw new AppError("NOT_FOUND");
    const after = { ...before, status: form.status ?? before.status, branch_id: branchOf(form, before) };
    if (after.branch_id === null && scope.branchIds !== null) throw new AppError("NOT_FOUND");
    if (after.branch_id !== null && after.branch_id !== before.branch_id)
      await requireBranch(tx, scope, after.branch_id);
    requireVersion(before, form.version);
    await tx
      .updateTable("ad_account")
      .set({
        status: after.status,
        branch_id: after.branch_id,
        version: before.version + 1,
        ...(after.status === 1 && before.status === 0 && { asked_at: null }),
      })
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", form.recordID)
      .execute();
    if (after.status === 0) await dropSteps(tx, scope, before);
    await recordChange(tx, actor, {
      module: "setting",
      action: "edited",
      subject: { type: "adAccount", id: form.recordID, name: before.name },
      before: await auditOf(tx, scope, before),
      after: await auditOf(tx, scope, after),
    });
  });
}

function branchOf(form: AdAccountForm, before: StoredAccount): StoredAccount["branch_id"] {
  return form.branchID === undefined ? before.branch_id : form.branchID;
}

async function dropSteps(tx: Tx, { organizationId }: Scope, { account_id: accountId }: StoredAccount): Promise<void> {
  await tx
    .deleteFrom("ad_sync_step")
    .where("organization_id", "=", organizationId)
    .where("account_id", "=", accountId)
    .execute();
}

async function auditOf(
  tx: Tx,
  scope: Scope,
  { branch_id: branchId, status }: Pick<StoredAccount, "branch_id" | "status">,
) {
  const branch = branchId && (await branchById(tx, scope, branchId));
  return { branch: branch ? branch.name : "", status };
}
