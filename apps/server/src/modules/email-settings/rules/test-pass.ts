import { timingSafeEqual } from "node:crypto";
import type { BranchId, OrganizationId } from "@homeroom/contract/ids";
import type { SmtpAccount } from "#platform/mail/smtp-account";
import type { SecretBox } from "#platform/secrets/secret-box";

/** How long a test stays valid. */
const passMinutes = 15;

interface TestedSetting {
  readonly organizationId: OrganizationId;
  readonly branchId: BranchId;
  readonly account: SmtpAccount;
}

/** A signed proof that these values passed a test at a branch, required to save them. It does not reveal the values. */
export function issuePass(
  secrets: SecretBox,
  tested: TestedSetting,
  now: number,
): { testID: string; expireTime: string } {
  const expires = now + passMinutes * 60_000;
  return { testID: `${expires}.${signatureOf(secrets, tested, expires)}`, expireTime: new Date(expires).toISOString() };
}

/** Whether a pass is ours, still valid and was issued for these values. */
export function isPassFor(
  secrets: SecretBox,
  testId: string,
  { tested, now }: { tested: TestedSetting; now: number },
): boolean {
  const [time = "", signature = ""] = testId.split(".");
  const expires = Number(time);
  if (!Number.isSafeInteger(expires) || expires < now) return false;
  const wanted = Buffer.from(signatureOf(secrets, tested, expires));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function signatureOf(
  secrets: SecretBox,
  { organizationId, branchId, account }: TestedSetting,
  expires: number,
): string {
  const { server, port, security, username, password, sender, senderName } = account;
  const values = [organizationId, branchId, server, port, security, username, password, sender, senderName, expires];
  return secrets.sign("email-test", JSON.stringify(values));
}
