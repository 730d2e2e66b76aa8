import type { BranchId } from "@homeroom/contract/ids";
import type { SignedIn } from "@homeroom/contract/login";
import type { Tx } from "#platform/db/transaction";
import type { SignInAccount } from "../queries/accounts.ts";
import type { Origin } from "../rules/networks.ts";
import { branchFor, openSessionIn } from "./open-session.ts";
import { issueTicket } from "./tickets.ts";

const ticketSeconds = 300;

interface FirstStep {
  means: "password" | "key";
  origin: Origin;
  wanted?: BranchId | undefined;
}

/** Continues after a correct first step: with a session, or with a ticket if a second step is needed. */
export async function enter(tx: Tx, account: SignInAccount, { means, origin, wanted }: FirstStep): Promise<SignedIn> {
  const branchID = await branchFor(tx, account, wanted);
  if (!account.twoStepSecret)
    return { ...about(account), ...(await openSessionIn(tx, account, { branchID, origin, means })) };
  const ticket = await issueTicket(tx, account, { branchID, means, awaits: "second-step", seconds: ticketSeconds });
  return { ...about(account), token: "", branchID: null, needTwoStep: { ticket, expireSeconds: ticketSeconds } };
}

/** The account's data in every answer to a sign-in. */
export function about(
  account: SignInAccount,
): Pick<SignedIn, "accountID" | "organizationId" | "isPasswordInitialized"> {
  return {
    accountID: account.accountId,
    organizationId: account.organizationId,
    isPasswordInitialized: account.passwordInitialized,
  };
}
