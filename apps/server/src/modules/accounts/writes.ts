import type { AccountId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { sql, type Updateable } from "kysely";
import { recorderOf } from "#modules/audit/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Records a change of an account in the audit log. */
export const recordAccountChange = recorderOf("user", "account");

/** Writes columns of an account, with its next version and the person who changed it. */
export async function changeAccount(
  tx: Tx,
  scope: Scope,
  { accountId, columns, by }: { accountId: AccountId; columns: Updateable<Schema["account"]>; by: AccountId },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({ ...columns, version: sql`version + 1`, updated_at: new Date(), updated_by: by })
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .execute();
}
