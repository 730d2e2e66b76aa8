import { type BranchId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { hashToken, newToken } from "#platform/auth/tokens";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SignInAccount } from "../queries/accounts.ts";
import type { AwaitedStep } from "../queries/tickets.ts";

interface NewTicket {
  branchID: BranchId;
  /** The way of the first step. */
  means: "password" | "key";
  awaits: AwaitedStep;
  seconds: number;
}

/** Issues a ticket for the missing step; only its hash is stored. */
export async function issueTicket(
  tx: Tx,
  account: SignInAccount,
  { branchID, means, awaits, seconds }: NewTicket,
): Promise<string> {
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
      awaits,
      expires_at: new Date(Date.now() + seconds * 1000),
    })
    .execute();
  return ticket;
}

/** Uses up a ticket. Of two concurrent sign-ins with it, the second gets LOGIN_TICKET_EXPIRED. */
export async function spendTicket(tx: Tx, scope: Scope, ticket: string): Promise<void> {
  const spent = await tx
    .deleteFrom("sign_in_ticket")
    .where("organization_id", "=", scope.organizationId)
    .where("ticket_hash", "=", hashToken(ticket))
    .returning("ticket_id")
    .execute();
  if (spent.length === 0) throw new AppError("LOGIN_TICKET_EXPIRED");
}
