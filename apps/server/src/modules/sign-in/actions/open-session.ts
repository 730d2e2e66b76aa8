import type { BranchId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { hashToken, newToken } from "#platform/auth/tokens";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { SignInAccount } from "../queries.ts";

/** Where a sign-in comes from, kept with the session. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/** Opens a session of an account at a branch and answers its token, which is stored nowhere. */
export async function openSession(
  db: Database,
  account: SignInAccount,
  branchId: BranchId,
  origin: Origin,
): Promise<string> {
  const token = newToken();
  await inTransaction(db, organizationScope(account.organization_id), async (tx) => {
    await tx
      .deleteFrom("session")
      .where("organization_id", "=", account.organization_id)
      .where("account_id", "=", account.account_id)
      .where("created_at", "<", sql<Date>`now() - interval '30 days'`)
      .execute();
    await tx
      .insertInto("session")
      .values({
        organization_id: account.organization_id,
        session_id: RecordId.parse(v7()),
        token_hash: hashToken(token),
        account_id: account.account_id,
        branch_id: branchId,
        address: origin.ip.slice(0, 64),
        user_agent: origin.userAgent.slice(0, 255),
      })
      .execute();
  });
  return token;
}
