import type { RequestOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import type { login, SignedIn } from "@homeroom/contract/login";
import type { CodeSent } from "@homeroom/contract/registration";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { SignInAccount } from "../queries/accounts.ts";
import { findTicket } from "../queries/tickets.ts";
import { needsMailedCode, shortenedEmail } from "../rules/accounts.ts";
import type { Origin } from "../rules/networks.ts";
import { about, enter } from "./enter.ts";
import { holdAccount } from "./hold-account.ts";
import { loggingRefusals, requireOpenHere } from "./log-refusal.ts";
import { type CodeLimits, countCodeRequest, expireSeconds, mailCode, resendSeconds } from "./mail-code.ts";
import { branchFor } from "./open-session.ts";
import { checkCode, spendCode } from "./spend-code.ts";
import { issueTicket, spendTicket } from "./tickets.ts";

type SignInParts = Pick<Platform, "db" | "secrets">;

const purpose = "first-sign-in";
/** Longer than a code is valid, so that a second code can be requested. */
const ticketSeconds = 1800;

/**
 * Answers a sign-in with the fixed initial password: mails a code to the account's address and issues a ticket for it.
 * If a code may not be sent yet, an earlier one stays valid, and `resendSeconds` tells when the next may be sent.
 */
export async function askForMailedCode(
  platform: SignInParts,
  limits: CodeLimits,
  account: SignInAccount,
  { wanted, ip }: { wanted: BranchId | undefined; ip: string },
): Promise<SignedIn> {
  const ticket = await inTransaction(platform.db, organizationScope(account.organizationId), async (tx) => {
    await holdAccount(tx, account, "LOGIN_WRONG_PASSWORD");
    const branchID = await branchFor(tx, account, wanted);
    return issueTicket(tx, account, { branchID, means: "password", awaits: "mailed-code", seconds: ticketSeconds });
  });
  const sent = await sendCode(platform, limits, account, ip).catch((refusal: unknown) => {
    if (!(refusal instanceof AppError) || refusal.code !== "TOO_MANY_REQUESTS") throw refusal;
    return { resendSeconds: refusal.retryAfterSeconds ?? resendSeconds, expireSeconds };
  });
  const needMailedCode = { ...sent, ticket, email: shortenedEmail(account.email) };
  return { ...about(account), token: "", branchID: null, needMailedCode };
}

/** Mails another code for a ticket. Throws TOO_MANY_REQUESTS with the seconds to wait. */
export async function sendFirstCode(
  platform: SignInParts,
  limits: CodeLimits,
  { ticket }: RequestOf<typeof login.sendFirstCode>,
  ip: string,
): Promise<CodeSent> {
  const { account } = await findTicket(platform.db, ticket, "mailed-code");
  return sendCode(platform, limits, account, ip);
}

/**
 * Checks the mailed code of a first sign-in. The opened session can only replace the password; an account with a
 * second step needs that first. After a wrong code, ticket and code stay valid for another try.
 */
export async function firstLogOn(
  platform: SignInParts,
  { ticket, vCode }: RequestOf<typeof login.firstLogOn>,
  origin: Origin,
): Promise<SignedIn> {
  const { db } = platform;
  const { account, scope, branchId } = await findTicket(db, ticket, "mailed-code");
  await requireOpenHere(db, account, { byPassword: true });
  if (!needsMailedCode(account)) throw new AppError("LOGIN_TICKET_EXPIRED");
  const { email } = account;
  return loggingRefusals(db, account, async () => {
    await checkCode(platform, { purpose, email, code: vCode });
    return inTransaction(db, scope, async (tx) => {
      await holdAccount(tx, account, "LOGIN_TICKET_EXPIRED");
      await spendTicket(tx, scope, ticket);
      await spendCode(tx, { purpose, email });
      return enter(tx, account, { means: "password", origin, wanted: branchId });
    });
  });
}

async function sendCode(
  platform: SignInParts,
  limits: CodeLimits,
  { email, language }: SignInAccount,
  ip: string,
): Promise<CodeSent> {
  await countCodeRequest(limits, { purpose, email, ip });
  await mailCode(platform, { purpose, email, language });
  return { resendSeconds, expireSeconds };
}
