import type { RequestOf } from "@homeroom/contract/endpoint";
import type { login, SignedIn } from "@homeroom/contract/login";
import { hashToken } from "#platform/auth/tokens";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";
import { recoveryCodeMail } from "../mails/notices.ts";
import { recoveryCodesLeft, type SignInAccount, signInAccount } from "../queries.ts";
import { about } from "./enter.ts";
import { requireOpenHere, type SignInLimits } from "./log-on.ts";
import { noteLockOut, noteRefusal } from "./note-refusal.ts";
import { branchFor, type Origin, openSessionIn } from "./open-session.ts";
import { takeSecondStep } from "./second-step.ts";

type SecondStepForm = RequestOf<typeof login.twoStepLogOn>;

/**
 * The second step of a sign-in. Wrong codes are counted by account; a ticket is good for one sign-in, and for no other
 * place than the one its password was given for.
 */
export async function logOnSecondStep(
  platform: Pick<Platform, "db" | "secrets">,
  limits: SignInLimits,
  form: SecondStepForm,
  origin: Origin,
): Promise<SignedIn> {
  const { db } = platform;
  const ticketHash = hashToken(form.ticket);
  const ticket = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("sign_in_ticket")
      .select(["organization_id", "account_id", "branch_id", "means"])
      .where("ticket_hash", "=", ticketHash)
      .where("expires_at", ">", new Date())
      .executeTakeFirst(),
  );
  if (!ticket) throw new AppError("LOGIN_TICKET_EXPIRED");
  const scope = organizationScope(ticket.organization_id);
  const account = await inTransaction(db, scope, (tx) => signInAccount(tx, scope, ticket.account_id));
  if (!account) throw new AppError("LOGIN_TICKET_EXPIRED");
  await takeTry(platform, limits, account, origin.ip);
  await requireOpenHere(db, account);

  const session = await inTransaction(db, scope, async (tx) => {
    await spendTicket(tx, scope, ticketHash);
    const secondStep = await takeStep(platform, tx, scope, { account, code: form.code });
    const branchID = await branchFor(tx, account, ticket.branch_id);
    return openSessionIn(tx, account, { branchID, origin, means: ticket.means, secondStep });
  }).catch(async (refusal: unknown) => {
    if (refusal instanceof AppError) await noteRefusal(db, account, refusal.code);
    throw refusal;
  });
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
    if (refusal instanceof AppError) await noteLockOut(db, limits.lockOutTold, account, ip);
    throw refusal;
  }
}

/** Uses the ticket up: of two sign-ins with it at once, the second is refused. */
async function spendTicket(tx: Tx, scope: Scope, ticketHash: Buffer): Promise<void> {
  const spent = await tx
    .deleteFrom("sign_in_ticket")
    .where("organization_id", "=", scope.organizationId)
    .where("ticket_hash", "=", ticketHash)
    .returning("ticket_id")
    .execute();
  if (spent.length === 0) throw new AppError("LOGIN_TICKET_EXPIRED");
}

/** Takes the code; the ticket stays good for another try when it is wrong, since all of this is then taken back. */
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
