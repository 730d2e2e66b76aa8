import type { RequestOf } from "@homeroom/contract/endpoint";
import type { login, SignedIn } from "@homeroom/contract/login";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";
import { recoveryCodeMail } from "../mails/notices.ts";
import { recoveryCodesLeft, type SignInAccount } from "../queries/accounts.ts";
import { findTicket } from "../queries/tickets.ts";
import type { Origin } from "../rules/networks.ts";
import { about } from "./enter.ts";
import { holdAccount } from "./hold-account.ts";
import type { SignInLimits } from "./log-on.ts";
import { loggingRefusals, recordLockOut, requireOpenHere } from "./log-refusal.ts";
import { branchFor, openSessionIn } from "./open-session.ts";
import { takeSecondStep } from "./second-step.ts";
import { spendTicket } from "./tickets.ts";

type SecondStepForm = RequestOf<typeof login.twoStepLogOn>;

/**
 * The second step of a sign-in. Wrong codes are counted by account; a ticket is valid for one sign-in, and only at the
 * place where the password was entered.
 */
export async function logOnSecondStep(
  platform: Pick<Platform, "db" | "secrets">,
  limits: SignInLimits,
  form: SecondStepForm,
  origin: Origin,
): Promise<SignedIn> {
  const { db } = platform;
  const { account, scope, branchId, means } = await findTicket(db, form.ticket, "second-step");
  await takeTry(platform, limits, account, origin.ip);
  await requireOpenHere(db, account, { byPassword: means === "password" });

  const session = await loggingRefusals(db, account, () =>
    inTransaction(db, scope, async (tx) => {
      await holdAccount(tx, account, "LOGIN_TICKET_EXPIRED");
      await spendTicket(tx, scope, form.ticket);
      const secondStep = await takeStep(platform, tx, scope, { account, code: form.code });
      const branchID = await branchFor(tx, account, branchId);
      return openSessionIn(tx, account, { branchID, origin, means, secondStep });
    }),
  );
  await limits.secondStep.clear(account.accountId);
  return { ...about(account), ...session };
}

async function takeTry(
  { db }: Pick<Platform, "db">,
  limits: SignInLimits,
  account: SignInAccount,
  ip: string,
): Promise<void> {
  try {
    await limits.secondStep.take(account.accountId);
  } catch (refusal) {
    if (refusal instanceof AppError) await recordLockOut(db, limits.lockOutTold, account, ip);
    throw refusal;
  }
}

/** Checks the code. If it is wrong, the transaction is rolled back, so the ticket stays valid for another try. */
async function takeStep(
  { secrets }: Pick<Platform, "secrets">,
  tx: Tx,
  scope: Scope,
  { account, code }: { account: SignInAccount; code: string },
): Promise<"code" | "recovery"> {
  const { accountId, twoStepSecret, email, language, timeZone } = account;
  if (!twoStepSecret) throw new AppError("LOGIN_TICKET_EXPIRED");
  const taken = await takeSecondStep(secrets, tx, scope, { accountId, twoStepSecret, code });
  if (!taken) {
    const name = "LOGIN_TWO_STEP_WRONG_CODE";
    throw new AppError(name, {}, { fields: [{ field: "code", name }] });
  }
  if (taken === "recovery") {
    const left = await recoveryCodesLeft(tx, scope, accountId);
    await postMail(tx, recoveryCodeMail({ email, language, timeZone }, { left, at: new Date() }));
  }
  return taken;
}
