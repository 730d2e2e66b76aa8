import type { EmailSetting } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { StoredSetting } from "./queries/settings.ts";

/** How a branch sends, without the password. */
export function presentEmailSetting(
  secrets: SecretBox,
  { branchId, name }: { branchId: BranchId; name: string },
  stored: StoredSetting | undefined,
): EmailSetting {
  const branch = { branchID: branchId, name };
  if (!stored) return { branch, setting: null, version: 0 };
  const { provider, server, port, security, username, sender } = stored;
  return {
    branch,
    setting: {
      ...{ provider, server, port, security, username, sender },
      senderName: stored.sender_name,
      password: { hasValue: Boolean(secrets.open(stored.secrets)["password"]) },
      verifiedAt: stored.verified_at.toISOString(),
    },
    version: stored.version,
  };
}
