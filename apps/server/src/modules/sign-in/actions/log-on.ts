import { createHash } from "node:crypto";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { login, SignedIn } from "@homeroom/contract/login";
import { verifyNobody, verifyPassword } from "#platform/auth/passwords";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { createRateLimit, type RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { accountsNamed, type SignInAccount } from "../queries.ts";
import { requireOpen } from "../rules.ts";
import { about, enter } from "./enter.ts";
import { keepCaptcha } from "./issue-captcha.ts";
import { noteLockOut, noteRefusal } from "./note-refusal.ts";
import type { Origin } from "./open-session.ts";
import { takeCaptcha } from "./take-captcha.ts";

type LogOnForm = RequestOf<typeof login.logOn>;

const quarterOfAnHour = 900;

/** Failures that lock further tries: of one account, and from one address. */
export interface SignInLimits {
  account: RateLimit;
  address: RateLimit;
  /** Wrong codes of a second step, at sign-in and in the settings alike. */
  secondStep: RateLimit;
  /** Keys that were tried from one address. */
  keys: RateLimit;
  /** How often the owner hears that an account is locked. */
  lockOutTold: RateLimit;
}

export function signInLimits(platform: Pick<Platform, "db" | "settings">): SignInLimits {
  return {
    account: createRateLimit(platform, { name: "login-account", points: 5, seconds: quarterOfAnHour }),
    address: createRateLimit(platform, { name: "login-address", points: 20, seconds: quarterOfAnHour }),
    secondStep: createRateLimit(platform, { name: "second-step", points: 5, seconds: quarterOfAnHour }),
    keys: createRateLimit(platform, { name: "login-keys", points: 20, seconds: quarterOfAnHour }),
    lockOutTold: createRateLimit(platform, { name: "lock-out-told", points: 1, seconds: 3600 }),
  };
}

/**
 * Signs in by e-mail or staff ID. A try is counted before it is judged and taken back when it was right, so that tries at
 * the same moment are limited too. Without an account the answer takes as long as with one.
 */
export async function logOn(
  platform: Pick<Platform, "db" | "settings">,
  limits: SignInLimits,
  form: LogOnForm,
  origin: Origin,
): Promise<SignedIn> {
  const { db } = platform;
  const withCaptcha = platform.settings.LOGIN_CAPTCHA === "on";
  await limits.address.take(origin.ip);
  if (withCaptcha) await takeCaptcha(db, form.token, form.vCode);

  const named = await inSystemTransaction(db, (tx) => accountsNamed(tx, form.accountName));
  const key = limitKey(named, form.accountName);
  await takeTry(db, limits, { key, named, ip: origin.ip });
  const fitting = await withPassword(db, named, form);
  await limits.account.clear(key);
  await limits.address.giveBack(origin.ip);

  const [account, ...others] = fitting;
  if (!account) throw new AppError("LOGIN_WRONG_PASSWORD");
  if (others.length > 0) {
    // The password is right: the same captcha may be sent again with the choice.
    if (withCaptcha) await keepCaptcha(db, form.token, form.vCode);
    return askWhere(account, fitting);
  }
  await requireOpenHere(db, account);
  return inTransaction(db, organizationScope(account.organizationId), (tx) =>
    enter(tx, account, { means: "password", origin, wanted: form.branchID }),
  );
}

/** Counts a try for an account; when it is one too many, its owner hears of it. */
async function takeTry(
  db: Database,
  limits: SignInLimits,
  { key, named, ip }: { key: string; named: SignInAccount[]; ip: string },
): Promise<void> {
  try {
    await limits.account.take(key);
  } catch (refusal) {
    const [only] = named;
    if (refusal instanceof AppError && only?.accountId === key) {
      await noteLockOut(db, limits.lockOutTold, only, ip);
    }
    throw refusal;
  }
}

/** As the rule, and notes in the audit log who was kept out. */
export async function requireOpenHere(db: Database, account: SignInAccount): Promise<void> {
  try {
    requireOpen(account);
  } catch (refusal) {
    if (refusal instanceof AppError) await noteRefusal(db, account, refusal.code);
    throw refusal;
  }
}

/** The accounts among the named ones whose password this is. Throws what is wrong when there is none. */
async function withPassword(db: Database, named: SignInAccount[], form: LogOnForm): Promise<SignInAccount[]> {
  const places = form.organizationId
    ? named.filter((account) => account.organizationId === form.organizationId)
    : named;
  if (places.length === 0) {
    await verifyNobody(form.password);
    throw new AppError(named.length === 0 ? "LOGIN_ACCOUNT_NOT_FOUND" : "LOGIN_WRONG_ORGANIZATION_ID");
  }
  const right = await Promise.all(places.map((account) => verifyPassword(form.password, account.passwordHash)));
  const fitting = places.filter((_, index) => right[index]);
  if (fitting.length === 0) {
    for (const account of places) await noteRefusal(db, account, "LOGIN_WRONG_PASSWORD");
    throw new AppError("LOGIN_WRONG_PASSWORD");
  }
  // A place that is closed is not offered as long as another one is open.
  const open = fitting.filter((account) => account.status === 1 && account.organizationOpen && account.hasRole);
  return open.length > 0 ? open : fitting.slice(0, 1);
}

function askWhere(first: SignInAccount, fitting: SignInAccount[]): SignedIn {
  const needSelect = fitting.flatMap((account) =>
    account.branches.map((branch) => ({
      organizationId: account.organizationId,
      organizationName: account.organizationName,
      ...branch,
    })),
  );
  return { ...about(first), token: "", branchID: null, needSelect };
}

/** By account where there is one, so that its two names share a count; by name otherwise, so that both look alike. */
function limitKey(named: SignInAccount[], name: string): string {
  const [only] = named;
  if (only && named.length === 1) return only.accountId;
  return createHash("sha256").update(name.toLowerCase()).digest("base64url");
}
