import type { RequestOf } from "@homeroom/contract/endpoint";
import type { Language } from "@homeroom/contract/language";
import type { ownAccount } from "@homeroom/contract/own-account";
import {
  type CodeLimits,
  checkCode,
  countCodeRequest,
  isNewSession,
  mailCode,
  rightsChanged,
  spendCode,
} from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import { inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { emitStaffChanged } from "../../events.ts";
import { accountRecord, ownRecord } from "../../queries/own-account.ts";
import { emailIsTaken } from "../../queries/people.ts";
import { changeAccount, recordAccountChange } from "../../writes.ts";
import { announceSecurity } from "../announce-security.ts";
import { emailRegistered } from "../create-owner.ts";
import { checkOwnPassword, type OwnPassword, wrongPassword } from "./check-own-password.ts";

type EmailForm = RequestOf<typeof ownAccount.changeEmail>;
const purpose = "change-email";

/** Sends a code to the actor's new sign-in address. */
export async function sendEmailCode(
  platform: Platform,
  limits: CodeLimits,
  actor: Actor,
  to: { email: string; ip: string; language: Language },
): Promise<void> {
  const scope = sharedScope(actor);
  const record = await inTransaction(platform.db, scope, (tx) =>
    accountRecord(tx, scope, { accountId: actor.accountId, lock: false }),
  );
  refuseSame(record.email, to.email);
  await countCodeRequest(limits, { purpose, email: to.email, ip: to.ip });
  if (await inSystemTransaction(platform.db, (tx) => emailIsTaken(tx, to.email))) throw emailRegistered();
  await mailCode(platform, { purpose, email: to.email, language: to.language });
}

/** How long after signing in with the password it is not requested again. */
const newSessionMinutes = 10;

/**
 * Changes the actor's sign-in address: with the code that was sent there, which proves ownership, and the password, which
 * a new session replaces. The old address is notified.
 */
export async function changeEmail(
  platform: Platform,
  own: OwnPassword,
  actor: Actor,
  { email, vCode, password }: EmailForm,
): Promise<void> {
  const known = password === undefined ? null : await checkOwnPassword(own, actor, { password, field: "password" });
  await checkCode(platform, { purpose, email, code: vCode });
  const scope = sharedScope(actor);
  await refusingTaken(() =>
    inTransaction(platform.db, scope, async (tx) => {
      const record = await ownRecord(tx, actor);
      const { sessionId } = actor;
      const isThem =
        known === null
          ? await isNewSession(tx, scope, { sessionId, minutes: newSessionMinutes })
          : record.password_hash === known;
      if (!isThem) throw wrongPassword("password");
      refuseSame(record.email, email);
      await spendCode(tx, { purpose, email });
      await changeAccount(tx, scope, { accountId: actor.accountId, columns: { email }, by: actor.accountId });
      await emitStaffChanged(tx, scope, actor.accountId);
      await rightsChanged(tx, scope, [actor.accountId]);
      await recordAccountChange(tx, actor, "emailChanged", {
        id: actor.accountId,
        name: record.nickname,
        before: { email: record.email },
        after: { email },
      });
      await announceSecurity(tx, record, "email", email);
    }),
  );
}

function refuseSame(present: string, wanted: string): void {
  if (present.toLowerCase() !== wanted.toLowerCase()) return;
  const name = "ACCOUNT_EMAIL_UNCHANGED";
  throw new AppError(name, {}, { fields: [{ field: "email", name }] });
}

/** The unique index decides between people who take the same address at once. */
async function refusingTaken(save: () => Promise<void>): Promise<void> {
  try {
    await save();
  } catch (error) {
    throw sqlState(error) === "23505" ? emailRegistered(error) : error;
  }
}
