import type { AdPlatformName } from "@homeroom/contract/campaigns";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { reachedAccounts } from "../queries/accounts.ts";
import { platforms } from "../rules/platforms.ts";
import { type AccountToSync, writeSteps } from "../writes/write-steps.ts";

const syncEveryMs = 60 * 60_000;

const fullEveryMs = 24 * 60 * 60_000;

const accountsAtOnce = 50;

/** Requests a sync of a platform's chosen accounts as soon as a worker is free. Does nothing for one that is being fetched. */
export async function askSync(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  platform: AdPlatformName,
  now = new Date(),
): Promise<void> {
  requireAccess(actor, platforms[platform].calls.sync);
  const scope = scopeOf(actor, platforms[platform].see);
  await inTransaction(db, scope, async (tx) => {
    const { rows } = await sql<AccountToSync>`
      select account.organization_id as "organizationId", account.account_id as "accountId",
        account.time_zone as "timeZone", account.synced_at as "syncedAt",
        case when account.synced_at is null then 'first' else 'full' end as reach
      from ad_account account
      where ${reachedAccounts(scope, "account", platform)} and account.status = 1
        and not exists (select from ad_sync_step step where step.organization_id = account.organization_id
          and step.account_id = account.account_id)
      order by account.account_id for update of account`.execute(tx);
    await writeSteps(tx, rows, now);
  });
}

/**
 * Requests a sync of accounts that are due every hour; returns whether more may be due. For an account that was interrupted for
 * a day, everything that may be revised is fetched.
 */
export function queueDueSyncs(db: Database, now = new Date()): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const fullBefore = new Date(now.getTime() - fullEveryMs);
    const { rows } = await sql<AccountToSync>`
      select organization_id as "organizationId", account_id as "accountId", time_zone as "timeZone",
        synced_at as "syncedAt",
        case when synced_at is null then 'first'
          when fully_asked_at is null or least(fully_asked_at, synced_at) < ${fullBefore} then 'full' else 'fresh' end as reach
      from ad_account
      where status = 1 and problem is distinct from 'reconnect'
        and (asked_at is null or asked_at < ${new Date(now.getTime() - syncEveryMs)})
      order by asked_at nulls first limit ${accountsAtOnce} for update skip locked`.execute(tx);
    await writeSteps(tx, rows, now);
    return rows.length === accountsAtOnce;
  });
}
