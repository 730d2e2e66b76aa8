import type { BranchId } from "@homeroom/contract/ids";
import { hashToken } from "#platform/auth/tokens";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type SignInAccount, signInAccount } from "./accounts.ts";

/** The step that a ticket is for; it is invalid for any other. */
export type AwaitedStep = "second-step" | "mailed-code";

export interface FoundTicket {
  scope: Scope;
  account: SignInAccount;
  branchId: BranchId;
  means: "password" | "key";
}

/** The account of a ticket. Throws LOGIN_TICKET_EXPIRED if it is unknown, too old, or for another step. */
export async function findTicket(db: Database, ticket: string, awaits: AwaitedStep): Promise<FoundTicket> {
  const row = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("sign_in_ticket")
      .select(["organization_id", "account_id", "branch_id", "means"])
      .where("ticket_hash", "=", hashToken(ticket))
      .where("awaits", "=", awaits)
      .where("expires_at", ">", new Date())
      .executeTakeFirst(),
  );
  if (!row) throw new AppError("LOGIN_TICKET_EXPIRED");
  const scope = organizationScope(row.organization_id);
  const account = await inTransaction(db, scope, (tx) => signInAccount(tx, scope, row.account_id));
  if (!account) throw new AppError("LOGIN_TICKET_EXPIRED");
  return { scope, account, branchId: row.branch_id, means: row.means };
}
