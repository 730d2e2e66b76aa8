import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Stores the password that a person chose: it counts as their own and no longer as an initial one. */
export async function replacePassword(
  tx: Tx,
  scope: Scope,
  { accountId, passwordHash }: { accountId: AccountId; passwordHash: string },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({
      password_hash: passwordHash,
      password_initialized_at: sql<Date>`now()`,
      password_given_at: sql<Date>`now()`,
      version: sql`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: accountId,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .execute();
}
