import type { BranchId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import type { SignedIn } from "@homeroom/contract/login";
import { v7 } from "uuid";
import { hashToken, newToken } from "#platform/auth/tokens";
import type { Tx } from "#platform/db/transaction";
import type { SignInAccount } from "../queries.ts";
import { branchFor, type Origin, openSessionIn } from "./open-session.ts";

const ticketSeconds = 300;

interface FirstStep {
  means: "password" | "key";
  origin: Origin;
  wanted?: BranchId | undefined;
}

/** Lets an account in whose first step was right: with a session, or with a ticket where a second step is asked for. */
export async function enter(tx: Tx, account: SignInAccount, { means, origin, wanted }: FirstStep): Promise<SignedIn> {
  const branchID = await branchFor(tx, account, wanted);
  if (!account.twoStepSecret)
    return { ...about(account), ...(await openSessionIn(tx, account, { branchID, origin, means })) };
  const ticket = newToken();
  await tx.deleteFrom("sign_in_ticket").where("expires_at", "<", new Date()).execute();
  await tx
    .insertInto("sign_in_ticket")
    .values({
      organization_id: account.organizationId,
      ticket_id: RecordId.parse(v7()),
      ticket_hash: hashToken(ticket),
      account_id: account.accountId,
      branch_id: branchID,
      means,
      expires_at: new Date(Date.now() + ticketSeconds * 1000),
    })
    .execute();
  return { ...about(account), token: "", branchID: null, needTwoStep: { ticket, expireSeconds: ticketSeconds } };
}

/** What every answer to a sign-in says of the account. */
export function about(
  account: SignInAccount,
): Pick<SignedIn, "accountID" | "organizationId" | "isPasswordInitialized"> {
  return {
    accountID: account.accountId,
    organizationId: account.organizationId,
    isPasswordInitialized: account.passwordInitialized,
  };
}
