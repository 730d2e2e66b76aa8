import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { login, SignedIn } from "@homeroom/contract/login";
import { validate } from "uuid";
import { verifyNobody, verifyPassword } from "#platform/auth/passwords";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { createRateLimit, type RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { accountsNamed, isNameKnown, type SignInAccount } from "../queries/accounts.ts";
import { needsMailedCode } from "../rules/accounts.ts";
import type { Origin } from "../rules/networks.ts";
import { about, enter } from "./enter.ts";
import { askForMailedCode } from "./first-log-on.ts";
import { holdAccount } from "./hold-account.ts";
import { captchaHash, storeCaptcha } from "./issue-captcha.ts";
import { loggingRefusals, logRefusal, recordLockOut, requireOpenHere } from "./log-refusal.ts";
import { type CodeLimits, codeLimits } from "./mail-code.ts";

type LogOnForm = RequestOf<typeof login.logOn>;

const quarterOfAnHour = 900;

/** Failures that lock further tries: of one account, and from one address. */
export interface SignInLimits {
  account: RateLimit;
  address: RateLimit;
  /** Wrong codes of a second step, at sign-in and in the settings alike. */
  secondStep: RateLimit;
  /** Keys tried from one address. */
  keys: RateLimit;
  /** How often the owner is notified that an account is locked. */
  lockOutTold: RateLimit;
  /**
   * Sign-ins with a staff ID that several organisations use, right or wrong: another person's correct password is also a guess at
   * this account's, which would otherwise not count.
   */
  sharedName: RateLimit;
  codes: CodeLimits;
}

export function signInLimits(platform: Pick<Platform, "db" | "settings">): SignInLimits {
  return {
    account: createRateLimit(platform, { name: "login-account", points: 5, seconds: quarterOfAnHour }),
    address: createRateLimit(platform, { name: "login-address", points: 20, seconds: quarterOfAnHour }),
    secondStep: createRateLimit(platform, { name: "second-step", points: 5, seconds: quarterOfAnHour }),
    keys: createRateLimit(platform, { name: "login-keys", points: 20, seconds: quarterOfAnHour }),
    lockOutTold: createRateLimit(platform, { name: "lock-out-told", points: 1, seconds: 3600 }),
    sharedName: createRateLimit(platform, { name: "login-shared-name", points: 300, seconds: 86_400 }),
    codes: codeLimits(platform),
  };
}

/** Maximum accounts of one staff ID whose password a sign-in verifies: each takes some 30 ms and 19 MiB. */
const maxCandidates = 64;
const verifiedAtOnce = 4;

/**
 * Signs in by e-mail or staff ID. A try is counted before it is checked, and uncounted if it was right, so that tries at
 * the same moment are limited too. Without an account the answer takes as long as with one.
 */
export async function logOn(
  platform: Pick<Platform, "db" | "settings" | "secrets">,
  limits: SignInLimits,
  form: LogOnForm,
  origin: Origin,
): Promise<SignedIn> {
  const { db } = platform;
  const withCaptcha = platform.settings.LOGIN_CAPTCHA === "on";
  await limits.address.take(origin.ip);
  if (withCaptcha) await takeCaptcha(db, form.token, form.vCode);

  const { accountName, organizationId, branchID: wanted } = form;
  const named = await inSystemTransaction(db, (tx) =>
    accountsNamed(tx, accountName, { organizationId, most: maxCandidates }),
  );
  if (named.length === 0) return refuseNobody(db, limits, form);
  const candidates = await takeTries(db, limits, named, origin.ip);
  const right = await verified(candidates, form.password);
  if (right.length === 0) {
    for (const account of candidates) await logRefusal(db, account, "LOGIN_WRONG_PASSWORD");
    throw new AppError("LOGIN_WRONG_PASSWORD");
  }
  await settleTries(limits, candidates, right);
  await limits.address.giveBack(origin.ip);

  // A closed place is not offered as long as another one is open.
  const open = right.filter((account) => account.status === 1 && account.organizationOpen && account.hasRole);
  const [account, ...others] = open.length > 0 ? open : right.slice(0, 1);
  if (!account) throw new AppError("LOGIN_WRONG_PASSWORD");
  if (others.length > 0) {
    // The password is right: the same captcha may be resent with the choice.
    if (withCaptcha) await storeCaptcha(db, form.token, form.vCode);
    return askForOrganization(account, [account, ...others]);
  }
  await requireOpenHere(db, account, { byPassword: true });
  if (needsMailedCode(account)) return askForMailedCode(platform, limits.codes, account, { wanted, ip: origin.ip });
  return loggingRefusals(db, account, () =>
    inTransaction(db, organizationScope(account.organizationId), async (tx) => {
      await holdAccount(tx, account, "LOGIN_WRONG_PASSWORD");
      return enter(tx, account, { means: "password", origin, wanted });
    }),
  );
}

/** Refuses an unknown name. Tries are counted by name, so that it looks like any account. */
async function refuseNobody(db: Database, limits: SignInLimits, form: LogOnForm): Promise<never> {
  const { accountName, organizationId, password } = form;
  await limits.account.take(createHash("sha256").update(accountName.toLowerCase()).digest("base64url"));
  await verifyNobody(password);
  const isElsewhere = organizationId && (await inSystemTransaction(db, (tx) => isNameKnown(tx, accountName)));
  throw new AppError(isElsewhere ? "LOGIN_WRONG_ORGANIZATION_ID" : "LOGIN_ACCOUNT_NOT_FOUND");
}

/**
 * Counts an attempt for each candidate account and returns those that are not locked. Throws TOO_MANY_REQUESTS if all of
 * them are. When an account becomes locked, the organisation's owner is notified.
 */
async function takeTries(
  db: Database,
  limits: SignInLimits,
  named: SignInAccount[],
  ip: string,
): Promise<SignInAccount[]> {
  const open: SignInAccount[] = [];
  let refusal: AppError | null = null;
  for (const account of named) {
    try {
      if (named.length > 1) await limits.sharedName.take(account.accountId);
      await limits.account.take(account.accountId);
      open.push(account);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = error;
      await recordLockOut(db, limits.lockOutTold, account, ip);
    }
  }
  if (open.length === 0 && refusal) throw refusal;
  return open;
}

/** Uncounts the tries of the matching accounts, and of the others too: it was another person's sign-in, not a failure. */
async function settleTries(
  limits: SignInLimits,
  candidates: readonly SignInAccount[],
  right: readonly SignInAccount[],
): Promise<void> {
  for (const account of candidates) {
    if (right.includes(account)) await limits.account.clear(account.accountId);
    else await limits.account.giveBack(account.accountId);
  }
}

/** The candidates with this password. */
async function verified(candidates: readonly SignInAccount[], password: string): Promise<SignInAccount[]> {
  const right: SignInAccount[] = [];
  for (let from = 0; from < candidates.length; from += verifiedAtOnce) {
    const some = candidates.slice(from, from + verifiedAtOnce);
    const fits = await Promise.all(some.map((account) => verifyPassword(password, account.passwordHash)));
    right.push(...some.filter((_, index) => fits[index]));
  }
  return right;
}

function askForOrganization(first: SignInAccount, fitting: SignInAccount[]): SignedIn {
  const needSelect = fitting.flatMap((account) =>
    account.branches.map((branch) => ({
      organizationId: account.organizationId,
      organizationName: account.organizationName,
      ...branch,
    })),
  );
  return { ...about(first), token: "", branchID: null, needSelect };
}

/** Uses up a captcha, right or wrong: a second use finds none. Throws if it was not answered correctly in time. */
async function takeCaptcha(db: Database, token: string, answer: string): Promise<void> {
  const taken = validate(token)
    ? await db.deleteFrom("captcha").where("captcha_id", "=", token).returning(["answer_hash", "expires_at"]).execute()
    : [];
  const captcha = taken[0];
  const right =
    captcha !== undefined &&
    captcha.expires_at.getTime() > Date.now() &&
    timingSafeEqual(captcha.answer_hash, captchaHash(token, answer));
  if (right) return;
  throw new AppError(
    "LOGIN_INVALID_VERIFICATION_CODE",
    {},
    { fields: [{ field: "vCode", name: "LOGIN_INVALID_VERIFICATION_CODE" }] },
  );
}
