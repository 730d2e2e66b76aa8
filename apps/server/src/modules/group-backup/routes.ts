import { type BackupSetting, backup } from "@homeroom/contract/backup";
import type { BranchId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { Platform } from "#platform/server-module";
import { saveBackup, testBackup } from "./actions/save-backup.ts";
import type { BackupAccess, BackupProvider } from "./port.ts";
import { backupOf, branchInReach, type StoredBackup } from "./queries/backup-setting.ts";
import { asRefusal } from "./rules.ts";

/** `provider` is null if the installation has no backup service. */
export function bindBackupRoutes(bind: Binder, platform: Platform, provider: BackupProvider | null): void {
  const { db, secrets } = platform;
  const setting = (actor: Actor, branchID: BranchId | undefined): Promise<BackupSetting> => {
    requirePermission(actor, "org:chat:backup");
    const scope = scopeOf(actor, "org:chat:backup");
    return inTransaction(db, scope, async (tx) => {
      const { branchId } = await branchInReach(tx, actor, branchID);
      const stored = await backupOf(tx, scope, branchId);
      return presentBackup(branchId, stored, { secrets, available: provider !== null });
    });
  };
  bind(backup.setting, ({ branchID }, { actor }) => setting(actor, branchID));
  bind(backup.testSetting, async (form, { actor }) => {
    const { phoneName } = await testBackup(platform, known(provider), { actor, form });
    return { ok: true as const, detail: phoneName };
  });
  bind(backup.saveSetting, async (form, { actor }) => {
    await saveBackup(platform, known(provider), { actor, form });
    return setting(actor, form.branchID);
  });
  bindReading(bind, platform, provider);
}

function bindReading(bind: Binder, platform: Platform, provider: BackupProvider | null): void {
  bind(backup.groupList, async ({ branchID, keywords, pageNum, pageSize }, { actor }) => {
    const access = await accessOf(platform, actor, branchID);
    const page = await asRefusal(() => known(provider).groups(access, { keywords, pageNum, pageSize }));
    return { ...page, pageNum, pageSize };
  });
  bind(backup.messageList, async ({ branchID, groupID, keywords, pageNum, pageSize }, { actor }) => {
    const access = await accessOf(platform, actor, branchID);
    const page = await asRefusal(() => known(provider).messages(access, groupID, { keywords, pageNum, pageSize }));
    return { ...page, pageNum, pageSize };
  });
  bind(backup.picture, async ({ branchID, groupID, pictureID }, { actor }) => {
    const access = await accessOf(platform, actor, branchID);
    const { body, contentType } = await asRefusal(() => known(provider).picture(access, groupID, pictureID));
    return { body, contentType, fileName: pictureID, size: body.length, disposition: "inline" as const };
  });
}

/** The branch's backup settings. Throws FEATURE_NOT_SET_UP if nothing is saved. */
function accessOf({ db, secrets }: Platform, actor: Actor, branchID: BranchId | undefined): Promise<BackupAccess> {
  requirePermission(actor, "org:chat:backup");
  const scope = scopeOf(actor, "org:chat:backup");
  return inTransaction(db, scope, async (tx) => {
    const { branchId } = await branchInReach(tx, actor, branchID);
    const stored = await backupOf(tx, scope, branchId);
    if (!stored) throw new AppError("FEATURE_NOT_SET_UP");
    const token = secrets.open(stored.secrets)["token"] ?? "";
    return { phoneID: stored.phone_id, productID: stored.product_id, token };
  });
}

function known(provider: BackupProvider | null): BackupProvider {
  if (!provider) throw new AppError("FEATURE_NOT_SET_UP");
  return provider;
}

/** Four characters of a shorter token would reveal too much. */
const shortestShown = 12;

/** A branch's backup settings without its token. */
function presentBackup(
  branchID: BranchId,
  stored: StoredBackup | undefined,
  { secrets, available }: { secrets: SecretBox; available: boolean },
): BackupSetting {
  const token = stored ? (secrets.open(stored.secrets)["token"] ?? "") : "";
  return {
    branchID,
    phoneID: stored?.phone_id ?? "",
    productID: stored?.product_id ?? "",
    token: { hasValue: token !== "", last4: token.length >= shortestShown ? token.slice(-4) : "" },
    verifiedAt: stored?.verified_at.toISOString() ?? null,
    available,
    version: stored?.version ?? 0,
  };
}
