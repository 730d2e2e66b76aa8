import type { BranchId, OrganizationId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

export type StoredGoogleSetting = Selectable<Schema["google_lead_setting"]>;

/** The setting of a key, switched on or off; undefined for an unknown key. */
export function settingOfKey(
  db: Database,
  keyHash: Buffer,
): Promise<{ organizationId: OrganizationId; branchId: BranchId } | undefined> {
  return inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("google_lead_setting")
      .select(["organization_id as organizationId", "branch_id as branchId"])
      .where("key_hash", "=", keyHash)
      .executeTakeFirst(),
  );
}

/** The settings of all branches of an organisation. */
export function googleSettings(tx: Tx, { organizationId }: Scope): Promise<StoredGoogleSetting[]> {
  return tx.selectFrom("google_lead_setting").selectAll().where("organization_id", "=", organizationId).execute();
}

/** A branch's setting, held until the transaction ends; undefined while nothing is saved. */
export function lockGoogleSetting(
  tx: Tx,
  { organizationId }: Scope,
  branchId: BranchId,
): Promise<StoredGoogleSetting | undefined> {
  return tx
    .selectFrom("google_lead_setting")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("branch_id", "=", branchId)
    .forUpdate()
    .executeTakeFirst();
}
