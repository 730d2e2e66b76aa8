import { type EmailSetting, emailSettings } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { branchesOf } from "#modules/organizations/public";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { Platform } from "#platform/server-module";
import { saveEmailSetting } from "./actions/save-setting.ts";
import { sendTestEmail } from "./actions/send-test.ts";
import type { TextLookup } from "./port.ts";
import { checkDomainRecords } from "./queries/check-domain-records.ts";
import { type StoredSetting, settingOf, settingsInScope } from "./queries/settings.ts";

interface Parts {
  lookUp: TextLookup;
  tests: RateLimit;
  lookups: RateLimit;
}

export function bindEmailRoutes(bind: Binder, platform: Platform, { lookUp, tests, lookups }: Parts): void {
  const { db, secrets } = platform;
  bind(emailSettings.list, (_request, { actor }) => {
    const scope = scopeOf(actor, "org:email:query");
    return inTransaction(db, scope, async (tx) => {
      const branches = (await branchesOf(tx, scope)).filter(({ branchId, status }) =>
        scope.branchIds === null ? status === 1 : scope.branchIds.includes(branchId),
      );
      const stored = await settingsInScope(tx, scope);
      return branches.map((branch) =>
        presentEmailSetting(
          secrets,
          branch,
          stored.find((one) => one.branch_id === branch.branchId),
        ),
      );
    });
  });
  bind(emailSettings.test, ({ receiver, ...form }, { actor, language }) =>
    sendTestEmail(platform, tests, { actor, form, receiver, language }),
  );
  bind(emailSettings.save, (form, { actor }) => saveEmailSetting(platform, { actor, form }));
  bind(emailSettings.domain, async ({ branchID }, { actor }) => {
    const scope = scopeOf(actor, "org:email:query");
    const stored = await inTransaction(db, scope, (tx) => settingOf(tx, scope, branchID));
    if (!stored) throw new AppError("NOT_FOUND");
    await lookups.take(actor.accountId);
    return checkDomainRecords(lookUp, stored);
  });
}

/** A branch's mail setting without the password. */
function presentEmailSetting(
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
