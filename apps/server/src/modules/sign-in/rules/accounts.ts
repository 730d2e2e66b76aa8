import type { BranchId } from "@homeroom/contract/ids";
import { AppError } from "#platform/errors/app-error";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { SignInAccount } from "../queries/accounts.ts";

const statusLeft = 2;
const statusActive = 1;

/** Throws the reason why an account with a correct password cannot sign in. In this order, so that the cause comes first. */
export function requireOpen(account: SignInAccount): void {
  if (account.status === statusLeft) throw new AppError("LOGIN_ACCOUNT_DEREGISTERED");
  if (!account.organizationOpen) throw new AppError("LOGIN_ORGANIZATION_DEACTIVATED");
  const usable = account.status === statusActive && account.hasRole && account.branches.length > 0;
  if (!usable) throw new AppError("LOGIN_ACCOUNT_DISABLED");
}

const hour = 3_600_000;
/** Decisions C17: how long an issued password works. */
const initialPasswordHours = { fixed: 7 * 24, random: 72 } as const;

type IssuedPassword = Pick<SignInAccount, "passwordInitialized" | "initialPassword" | "passwordGivenAt">;

/** Throws LOGIN_INITIAL_PASSWORD_EXPIRED when the password was issued too long ago and never replaced. */
export function requireUnexpired(
  { passwordInitialized, initialPassword, passwordGivenAt }: IssuedPassword,
  now: Date,
): void {
  if (passwordInitialized) return;
  const age = now.getTime() - passwordGivenAt.getTime();
  if (age >= initialPasswordHours[initialPassword] * hour) throw new AppError("LOGIN_INITIAL_PASSWORD_EXPIRED");
}

/** Whether a sign-in also needs a mailed code: several people know the fixed initial password. */
export function needsMailedCode({ passwordInitialized, initialPassword }: IssuedPassword): boolean {
  return !passwordInitialized && initialPassword === "fixed";
}

/** A masked address for a person who has only given the password: "m***@school.test". */
export function shortenedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}***${email.slice(at)}`;
}

/** The branch to sign in at: the requested one, otherwise the last one, otherwise the first. Null: not theirs. */
export function branchToEnter(
  { branches }: SignInAccount,
  wanted: BranchId | undefined,
  last: BranchId | null,
): BranchId | null {
  const ids = branches.map((branch) => branch.branchID);
  if (wanted) return ids.includes(wanted) ? wanted : null;
  return last && ids.includes(last) ? last : (ids[0] ?? null);
}

/** The stored hash of a mailed code: six digits could be guessed from a plain hash, so it is keyed. */
export function codeHash(
  secrets: Pick<SecretBox, "sign">,
  { purpose, email, code }: { purpose: string; email: string; code: string },
): Buffer {
  return Buffer.from(secrets.sign("mailed-code", `${purpose} ${email.toLowerCase()} ${code.trim()}`), "base64url");
}
