import type { BranchId } from "@homeroom/contract/ids";
import type { EmailSettingTable } from "@homeroom/database/email-tables";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type StoredSetting = Selectable<EmailSettingTable>;

/** The mail servers of the branches within a scope. */
export function settingsInScope(tx: Tx, scope: Scope): Promise<StoredSetting[]> {
  return settingRows(tx, scope).execute();
}

/** A branch's mail server; undefined if it has none or is outside the scope. */
export function settingOf(tx: Tx, scope: Scope, branchId: BranchId): Promise<StoredSetting | undefined> {
  return settingRows(tx, scope).where("branch_id", "=", branchId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockSetting(tx: Tx, scope: Scope, branchId: BranchId): Promise<StoredSetting | undefined> {
  return settingRows(tx, scope).where("branch_id", "=", branchId).forUpdate().executeTakeFirst();
}

function settingRows(tx: Tx, scope: Scope) {
  const rows = tx.selectFrom("email_setting").selectAll().where("organization_id", "=", scope.organizationId);
  return scope.branchIds === null ? rows : rows.where("branch_id", "in", [...scope.branchIds]);
}
