import { randomInt } from "node:crypto";
import type { AccountId, OrganizationId } from "@homeroom/contract/ids";
import type { Platform } from "#platform/server-module";

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789";
const lookAlikes = /[^A-HJ-NP-Za-km-z2-9]/g;

/**
 * The organisation's fixed initial password for new accounts: the development setting, otherwise one derived from
 * the server's key. It never changes, so that staff can be told it; it only works with a code mailed to the account.
 */
export function fixedPasswordOf(
  { settings, secrets }: Pick<Platform, "settings" | "secrets">,
  organizationId: OrganizationId,
): string {
  if (settings.STAFF_INITIAL_PASSWORD) return settings.STAFF_INITIAL_PASSWORD;
  return `Hi${secrets.sign("staff initial password", organizationId).replace(lookAlikes, "").slice(0, 8)}`;
}

/** A random initial password: 12 characters, 69 bits. */
export function randomPassword(): string {
  return Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/**
 * The random initial password of a new account. It is derived from the server's key and the account's id, so that
 * a repeated create returns the same one although only its hash is stored.
 */
export function firstPasswordOf({ secrets }: Pick<Platform, "secrets">, accountId: AccountId): string {
  return secrets.sign("random initial password", accountId).replace(lookAlikes, "").slice(0, 12);
}

/** Whether mails are sent: without a mail server, production only writes them to files. */
export function mailsLeave({ settings }: Pick<Platform, "settings">): boolean {
  return !settings.serving || settings.SMTP_URL !== undefined;
}
