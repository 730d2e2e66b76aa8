import type { BackupSetting } from "@homeroom/contract/backup";
import type { BranchId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { StoredBackup } from "./queries/backup-setting.ts";

/** Of a shorter token, four characters would give away too much. */
const shortestShown = 12;

/** A branch's backup settings without its token. */
export function presentBackup(
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
