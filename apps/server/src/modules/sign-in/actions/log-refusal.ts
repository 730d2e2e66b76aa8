import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import { recordChange } from "#modules/audit/public";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { postMail } from "#platform/mail/mail";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import { lockOutMail } from "../mails/notices.ts";
import { ownersOf, type SignInAccount } from "../queries/accounts.ts";
import { requireOpen, requireUnexpired } from "../rules/accounts.ts";

/** Throws the reason why an account cannot sign in, and records it in the audit log. `byPassword`: an expired password too. */
export async function requireOpenHere(
  db: Database,
  account: SignInAccount,
  { byPassword }: { byPassword: boolean },
): Promise<void> {
  await loggingRefusals(db, account, async () => {
    requireOpen(account);
    if (byPassword) requireUnexpired(account, new Date());
  });
}

/** Runs a sign-in, and records a refusal in the audit log. */
export async function loggingRefusals<Result>(
  db: Database,
  account: SignInAccount,
  letIn: () => Promise<Result>,
): Promise<Result> {
  try {
    return await letIn();
  } catch (refusal) {
    if (refusal instanceof AppError) await logRefusal(db, account, refusal.code);
    throw refusal;
  }
}

/** Records in the audit log that a sign-in with a known account's name was refused. The person is unknown. */
export async function logRefusal(db: Database, account: SignInAccount, reason: RefusalName): Promise<void> {
  await inTransaction(db, organizationScope(account.organizationId), (tx) => recordRefusal(tx, account, reason));
}

/**
 * The account is locked for now: recorded in the audit log and mailed to the organisation's owner, at most once an
 * hour per account, however many tries follow.
 */
export async function recordLockOut(
  db: Database,
  told: RateLimit,
  account: SignInAccount,
  address: string,
): Promise<void> {
  if (await isAlreadyNotified(told, account)) return;
  const scope = organizationScope(account.organizationId);
  await inTransaction(db, scope, async (tx) => {
    await recordRefusal(tx, account, "TOO_MANY_REQUESTS");
    const { nickname, email } = account;
    for (const owner of await ownersOf(tx, scope)) {
      await postMail(tx, lockOutMail(owner, { nickname, email, address, at: new Date() }));
    }
  });
}

async function recordRefusal(tx: Tx, account: SignInAccount, reason: RefusalName): Promise<void> {
  const { organizationId, accountId, nickname } = account;
  await recordChange(
    tx,
    { organizationId, accountId: null, nickname: "" },
    {
      module: "login",
      action: "signInRefused",
      subject: { type: "account", id: accountId, name: nickname },
      after: { reason },
    },
  );
}

async function isAlreadyNotified(told: RateLimit, { accountId }: SignInAccount): Promise<boolean> {
  try {
    await told.take(accountId);
    return false;
  } catch (refusal) {
    if (refusal instanceof AppError) return true;
    throw refusal;
  }
}
