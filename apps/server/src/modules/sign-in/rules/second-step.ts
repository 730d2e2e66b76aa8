import { Secret, TOTP } from "otpauth";
import type { SecretBox } from "#platform/secrets/secret-box";

const seconds = 30;
/** Codes of the previous and next step are valid too: clocks differ. */
const window = 1;
const issuer = "Homeroom";

/** A new key for an authenticator app: as text to type in, as an address for a QR code, and sealed for the database. */
export function newStepKey(
  secrets: Pick<SecretBox, "seal">,
  label: string,
): { secret: string; address: string; sealed: Buffer } {
  const secret = new Secret({ size: 20 });
  const address = new TOTP({ issuer, label, secret, period: seconds }).toString();
  return { secret: secret.base32, address, sealed: secrets.seal({ secret: secret.base32 }) };
}

/** Whether it is a code of an app: six digits with any spacing. A recovery code has letters or is longer. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(plain(code));
}

/** The 30-second step of a code, as a count since 1970; null if it is not valid now. */
export function stepOf(
  secrets: Pick<SecretBox, "open">,
  sealed: Buffer,
  { code, at }: { code: string; at: Date },
): number | null {
  const secret = secrets.open(sealed)["secret"] ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: seconds });
  const delta = totp.validate({ token: plain(code), timestamp: at.getTime(), window });
  return delta === null ? null : Math.floor(at.getTime() / 1000 / seconds) + delta;
}

// Without letters and digits that people confuse.
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** A recovery code in two groups, of 49 bits: "7KQ2M-XWP4D". `random` returns a whole number below its argument. */
export function newRecoveryCode(random: (below: number) => number): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[random(alphabet.length)]).join("");
  return `${group()}-${group()}`;
}

/** The stored hash of a recovery code: keyed, so that it cannot be guessed from the database alone. */
export function recoveryHash(secrets: Pick<SecretBox, "sign">, accountId: string, code: string): Buffer {
  return Buffer.from(secrets.sign("recovery-code", `${accountId} ${plain(code).toUpperCase()}`), "base64url");
}

function plain(code: string): string {
  return code.replace(/[\s-]/g, "");
}
