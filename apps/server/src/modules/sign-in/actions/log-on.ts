import { createHash } from "node:crypto";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { login, SignedIn } from "@homeroom/contract/login";
import { accountsNamed, type SignInAccount } from "#modules/accounts/public";
import { verifyNobody, verifyPassword } from "#platform/auth/passwords";
import { inSystemTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { createRateLimit, type RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { requireOpen } from "../rules.ts";
import { keepCaptcha } from "./issue-captcha.ts";
import { type Origin, openSession } from "./open-session.ts";
import { takeCaptcha } from "./take-captcha.ts";

type LogOnForm = RequestOf<typeof login.logOn>;

const quarterOfAnHour = 900;

/** Failures that lock further tries: of one account, and from one address. */
export interface SignInLimits {
  account: RateLimit;
  address: RateLimit;
}

export function signInLimits(platform: Pick<Platform, "db" | "settings">): SignInLimits {
  return {
    account: createRateLimit(platform, { name: "login-account", points: 5, seconds: quarterOfAnHour }),
    address: createRateLimit(platform, { name: "login-address", points: 20, seconds: quarterOfAnHour }),
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
  await limits.account.take(key);
  const fitting = await withPassword(named, form);
  await limits.account.clear(key);
  await limits.address.giveBack(origin.ip);

  const [account, ...others] = fitting;
  if (!account) throw new AppError("LOGIN_WRONG_PASSWORD");
  if (others.length > 0) {
    // The password is right: the same captcha may be sent again with the choice.
    if (withCaptcha) await keepCaptcha(db, form.token, form.vCode);
    return askWhere(account, fitting);
  }
  requireOpen(account);
  return { ...about(account), ...(await openSession(db, account, form.branchID, origin)) };
}

/** The accounts among the named ones whose password this is. Throws what is wrong when there is none. */
async function withPassword(named: SignInAccount[], form: LogOnForm): Promise<SignInAccount[]> {
  const places = form.organizationId
    ? named.filter((account) => account.organizationId === form.organizationId)
    : named;
  if (places.length === 0) {
    await verifyNobody(form.password);
    throw new AppError(named.length === 0 ? "LOGIN_ACCOUNT_NOT_FOUND" : "LOGIN_WRONG_ORGANIZATION_ID");
  }
  const right = await Promise.all(places.map((account) => verifyPassword(form.password, account.passwordHash)));
  const fitting = places.filter((_, index) => right[index]);
  if (fitting.length === 0) throw new AppError("LOGIN_WRONG_PASSWORD");
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

function about(account: SignInAccount): Pick<SignedIn, "accountID" | "organizationId" | "isPasswordInitialized"> {
  return {
    accountID: account.accountId,
    organizationId: account.organizationId,
    isPasswordInitialized: account.passwordInitialized,
  };
}

/** By account where there is one, so that its two names share a count; by name otherwise, so that both look alike. */
function limitKey(named: SignInAccount[], name: string): string {
  const [only] = named;
  if (only && named.length === 1) return only.accountId;
  return createHash("sha256").update(name.toLowerCase()).digest("base64url");
}
