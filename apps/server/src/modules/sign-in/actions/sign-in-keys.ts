import type { autoLogin } from "@homeroom/contract/auto-login";
import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { hashToken, newToken } from "#platform/auth/tokens";
import { lockRow } from "#platform/db/find-row";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireOwner } from "../policy.ts";
import { signInAccount } from "../queries/accounts.ts";
import { isPlatformStaff } from "../queries/keys.ts";

/**
 * Makes an automatic sign-in key for a person who could sign in, and whose account the owner may open. The key is returned
 * here and not stored. Throws NOT_FOUND for anyone else.
 */
export async function issueKey(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof autoLogin.add>,
): Promise<ResponseOf<typeof autoLogin.add>> {
  requireOwner(actor);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const account = await signInAccount(tx, scope, form.accountID);
    if (account?.status !== 1 || !account.hasRole) throw new AppError("NOT_FOUND");
    if (!actor.isPlatform && (await isPlatformStaff(tx, scope, account.accountId))) throw new AppError("NOT_FOUND");
    const key = newToken();
    const recordID = RecordId.parse(v7());
    const expires = new Date(Date.now() + form.validMinutes * 60_000);
    await tx
      .insertInto("auto_login_key")
      .values({
        organization_id: scope.organizationId,
        key_id: recordID,
        key_hash: hashToken(key),
        account_id: account.accountId,
        created_by: actor.accountId,
        expires_at: expires,
        revoked_by: null,
      })
      .execute();
    await recordChange(tx, actor, {
      module: "login",
      action: "keyIssued",
      subject: { type: "account", id: account.accountId, name: account.nickname },
      after: { recordID, expireTime: expires.toISOString() },
    });
    return { recordID, key, organizationId: actor.organizationId, expireTime: expires.toISOString() };
  });
}

/** Revokes an unused key. Does nothing to a used, revoked or expired one. */
export async function revokeKey(db: Database, actor: Actor, recordID: RecordId): Promise<void> {
  requireOwner(actor);
  const scope = sharedScope(actor);
  await inTransaction(db, scope, async (tx) => {
    const key = await lockRow(tx, scope, "auto_login_key", { key_id: recordID });
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
