import type { BranchId } from "@homeroom/contract/ids";
import type { BackupSettingTable } from "@homeroom/database/holding-tables";
import type { Selectable } from "kysely";
import { branchById } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

export type StoredBackup = Selectable<BackupSettingTable>;

/** A branch's backup settings; undefined if nothing is saved. */
export function backupOf(tx: Tx, scope: Scope, branchId: BranchId): Promise<StoredBackup | undefined> {
  return settingRow(tx, scope, branchId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockBackup(tx: Tx, scope: Scope, branchId: BranchId): Promise<StoredBackup | undefined> {
  return settingRow(tx, scope, branchId).forUpdate().executeTakeFirst();
}

/** The branch and its name: the session's unless another is given. Throws NOT_FOUND outside the scope. */
export async function branchInReach(
  tx: Tx,
  actor: Actor,
  branchID: BranchId = actor.branchId,
): Promise<{ branchId: BranchId; name: string }> {
  const scope = scopeOf(actor, "org:chat:backup");
  const branch = await branchById(tx, scope, branchID);
  if (!branch || scope.branchIds?.includes(branchID) === false) throw new AppError("NOT_FOUND");
  return branch;
}

function settingRow(tx: Tx, scope: Scope, branchId: BranchId) {
  return tx
    .selectFrom("backup_setting")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "=", branchId);
}
