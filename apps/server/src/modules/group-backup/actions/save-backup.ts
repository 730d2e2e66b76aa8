import { backup } from "@homeroom/contract/backup";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { Platform } from "#platform/server-module";
import type { BackupAccess, BackupProvider } from "../port.ts";
import { backupOf, branchInReach, lockBackup, type StoredBackup } from "../queries/backup-setting.ts";
import { asRefusal } from "../rules.ts";

type Form = RequestOf<typeof backup.testSetting>;

/** Asks the service whether it accepts the form's values. Returns the service's name of the phone. */
export async function testBackup(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  provider: BackupProvider,
  { actor, form }: { actor: Actor; form: Form },
): Promise<{ branchId: BranchId; access: BackupAccess; phoneName: string }> {
  requireAccess(actor, backup.testSetting);
  const scope = scopeOf(actor, "org:chat:backup");
  const { branchId, stored } = await inTransaction(db, scope, async (tx) => {
    const branch = await branchInReach(tx, actor, form.branchID);
    return { branchId: branch.branchId, stored: await backupOf(tx, scope, branch.branchId) };
  });
  const token = form.token || (stored ? (secrets.open(stored.secrets)["token"] ?? "") : "");
  if (token === "") refuseFaults([{ field: "token", name: "CHAT_CONTENT_EMPTY" }]);
  const access = { phoneID: form.phoneID, productID: form.productID, token };
  // No transaction is open during the call.
  const { phoneName } = await asRefusal(() => provider.check(access));
  return { branchId, access, phoneName };
}

/**
 * Saves a branch's backup settings once the service has accepted them. Throws STALE_DATA when somebody
 * saved since `version`.
 */
export async function saveBackup(
  platform: Pick<Platform, "db" | "secrets">,
  provider: BackupProvider,
  { actor, form }: { actor: Actor; form: Form & { version?: number | undefined } },
): Promise<void> {
  const { branchId, access } = await testBackup(platform, provider, { actor, form });
  const scope = scopeOf(actor, "org:chat:backup");
  await inTransaction(platform.db, scope, async (tx) => {
    const { name } = await branchInReach(tx, actor, branchId);
    const before = await lockBackup(tx, scope, branchId);
    if (before && isSame(before, access, platform)) return;
    const version = before?.version ?? 0;
    if (form.version !== undefined && form.version !== version) throw new AppError("STALE_DATA");
    const columns = {
      phone_id: access.phoneID,
      product_id: access.productID,
      secrets: platform.secrets.seal({ token: access.token }),
      verified_at: sql<Date>`now()`,
      updated_by: actor.accountId,
      updated_at: sql<Date>`now()`,
      version: version + 1,
    };
    const written = await tx
      .insertInto("backup_setting")
      .values({ organization_id: scope.organizationId, branch_id: branchId, ...columns })
      .onConflict((on) =>
        on.columns(["organization_id", "branch_id"]).doUpdateSet(columns).where("backup_setting.version", "=", version),
      )
      .returning("version")
      .executeTakeFirst();
    if (!written) throw new AppError("STALE_DATA");
    await recordChange(tx, actor, {
      module: "setting",
      action: before ? "edited" : "created",
      subject: { type: "backupSetting", id: branchId, name },
      ...(before && { before: { phoneID: before.phone_id, productID: before.product_id, token: "1" } }),
      after: { phoneID: access.phoneID, productID: access.productID, token: form.token ? "2" : "1" },
    });
  });
}

function isSame(stored: StoredBackup, access: BackupAccess, { secrets }: Pick<Platform, "secrets">): boolean {
  const sameIds = stored.phone_id === access.phoneID && stored.product_id === access.productID;
  return sameIds && secrets.open(stored.secrets)["token"] === access.token;
}
