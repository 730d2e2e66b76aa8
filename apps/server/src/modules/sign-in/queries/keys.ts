import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { containing } from "#platform/db/containing";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** An automatic sign-in key, without the key. */
export interface FoundKey {
  keyId: RecordId;
  accountId: AccountId;
  nickname: string;
  creatorId: AccountId;
  creatorName: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  usedAddress: string;
  revokedAt: Date | null;
}

/** A page of the organisation's keys, newest first, and how many there are. */
export async function keysOf(
  tx: Tx,
  scope: Scope,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<{ keys: FoundKey[]; total: number }> {
  const found = await sql<FoundKey>`
    select k.key_id as "keyId", k.account_id as "accountId", coalesce(a.nickname, '') as nickname,
      k.created_by as "creatorId", coalesce(c.nickname, '') as "creatorName", k.created_at as "createdAt",
      k.expires_at as "expiresAt", k.used_at as "usedAt", k.used_address as "usedAddress", k.revoked_at as "revokedAt"
    from auto_login_key k
      left join sign_in_account a on a.organization_id = k.organization_id and a.account_id = k.account_id
      left join sign_in_account c on c.organization_id = k.organization_id and c.account_id = k.created_by
    where k.organization_id = ${scope.organizationId}
    order by k.created_at desc, k.key_id desc
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(tx);
  const { count } = await tx
    .selectFrom("auto_login_key")
    .select((table) => table.fn.countAll<number>().as("count"))
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirstOrThrow();
  return { keys: found.rows, total: Number(count) };
}

/** Whether an account belongs to the platform's staff, whose rights exceed any owner's. */
export async function isPlatformStaff(tx: Tx, scope: Scope, accountId: AccountId): Promise<boolean> {
  const found = await sql`
    select from staff_record
    where organization_id = ${scope.organizationId} and account_id = ${accountId} and is_platform`.execute(tx);
  return found.rows.length > 0;
}

/**
 * The people able to sign in whose name or e-mail contains the words, for whose accounts a key can be made. Staff of the platform
 * are included on request.
 */
export async function peopleToSignIn(
  tx: Tx,
  scope: Scope,
  { keywords, withPlatform }: { keywords: string; withPlatform: boolean },
): Promise<{ accountId: AccountId; nickname: string; email: string }[]> {
  const pattern = containing(keywords);
  const found = await sql<{ accountId: AccountId; nickname: string; email: string }>`
    select account_id as "accountId", nickname, email from sign_in_account a
    where organization_id = ${scope.organizationId} and status = 1 and has_role
      and (nickname ilike ${pattern} or email ilike ${pattern})
      and (${withPlatform} or not exists (
        select from staff_record s
        where s.organization_id = a.organization_id and s.account_id = a.account_id and s.is_platform))
    order by nickname, account_id limit 50`.execute(tx);
  return found.rows;
}
