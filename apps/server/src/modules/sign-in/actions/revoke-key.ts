import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireOwner } from "../policy.ts";
import { signInAccount } from "../queries/accounts.ts";

/** Takes back a key that was not used yet. One that is used, taken back or run out stays as it is. */
export async function revokeKey(db: Database, actor: Actor, recordID: RecordId): Promise<void> {
  requireOwner(actor);
  const scope = sharedScope(actor);
  await inTransaction(db, scope, async (tx) => {
    const key = await tx
      .selectFrom("auto_login_key")
      .select(["account_id", "used_at", "revoked_at", "expires_at"])
      .where("organization_id", "=", scope.organizationId)
      .where("key_id", "=", recordID)
      .forUpdate()
      .executeTakeFirst();
    if (!key) throw new AppError("NOT_FOUND");
    if (key.used_at || key.revoked_at || key.expires_at.getTime() <= Date.now()) return;
    await tx
      .updateTable("auto_login_key")
      .set({ revoked_at: new Date(), revoked_by: actor.accountId })
      .where("organization_id", "=", scope.organizationId)
      .where("key_id", "=", recordID)
      .execute();
    const account = await signInAccount(tx, scope, key.account_id);
    await recordChange(tx, actor, {
      module: "login",
      action: "keyRevoked",
      subject: { type: "account", id: key.account_id, name: account?.nickname ?? "" },
      before: { recordID },
    });
  });
}
