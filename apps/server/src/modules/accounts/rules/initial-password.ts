import { randomInt } from "node:crypto";
import type { AccountId, OrganizationId } from "@homeroom/contract/ids";
import type { Platform } from "#platform/server-module";

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789";
const lookAlikes = /[^A-HJ-NP-Za-km-z2-9]/g;

/**
 * The organisation's fixed initial password, which new accounts get: the development setting, else one that follows from
 * the server's key. Always the same, so that staff can be told it; without a code mailed to the account it opens nothing.
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
 * The random initial password that an account is made with. It follows from the server's key and the account's id, so that
 * a repeated create answers the same although only its hash is kept.
 */
export function firstPasswordOf({ secrets }: Pick<Platform, "secrets">, accountId: AccountId): string {
  return secrets.sign("random initial password", accountId).replace(lookAlikes, "").slice(0, 12);
}

/** Whether mails leave: without a mail server, production writes them to files that nobody reads. */
export function mailsLeave({ settings }: Pick<Platform, "settings">): boolean {
  return !settings.serving || settings.SMTP_URL !== undefined;
}
