import type { AdAccount, AdPlatformName } from "@homeroom/contract/campaigns";
import type { RecordId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { branchNames } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { connectionOf } from "../../meta/queries.ts";
import { storeConnectionRefused } from "../../meta/writes/store-refusal.ts";
import type { FetchedPlatforms, MetaProvider, VolcengineProvider } from "../../port.ts";
import { volcengineToken } from "../../volcengine/writes/renew-token.ts";

export type StoredAccount = Selectable<Schema["ad_account"]>;

/** The accounts of a platform that a scope sees: all, or those of its branches. `alias` is the table's name in the query. */
export function reachedAccounts(
  { organizationId, branchIds }: Scope,
  alias: string,
  platform: AdPlatformName,
): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`${sql.ref(`${alias}.organization_id`)} = ${organizationId}
    and ${sql.ref(`${alias}.platform`)} = ${platform}`;
  if (branchIds === null) return own;
  return sql<SqlBool>`(${own} and ${sql.ref(`${alias}.branch_id`)} = any(${sql.val([...branchIds])}::uuid[]))`;
}

/** The ad accounts of a platform that a scope sees, the chosen ones first. */
export async function presentAccounts(tx: Tx, scope: Scope, platform: AdPlatformName): Promise<AdAccount[]> {
  const { rows } = await sql<StoredAccount & { is_syncing: boolean }>`
    select account.*, account.status = 1 and (account.asked_at is null or exists (select from ad_sync_step step
      where step.organization_id = account.organization_id and step.account_id = account.account_id)) as is_syncing
    from ad_account account where ${reachedAccounts(scope, "account", platform)}
    order by account.status desc, account.name, account.account_id`.execute(tx);
  const branches = await branchNames(tx, scope);
  return rows.map((row) => ({
    recordID: row.account_id,
    accountID: row.external_id,
    name: row.name,
    currency: row.currency,
    timeZone: row.time_zone,
    branch: row.branch_id && { branchID: row.branch_id, name: branches.get(row.branch_id) ?? "" },
    status: row.status,
    problem: row.problem,
    isSyncing: row.is_syncing,
    syncedAt: row.synced_at?.toISOString() ?? null,
    version: row.version,
  }));
}

/** An account that a scope sees, locked until the transaction ends. */
export async function lockAccount(
  tx: Tx,
  scope: Scope,
  { platform, id }: { platform: AdPlatformName; id: RecordId },
): Promise<StoredAccount | undefined> {
  const { rows } = await sql<StoredAccount>`
    select account.* from ad_account account
    where ${reachedAccounts(scope, "account", platform)} and account.account_id = ${id} for update`.execute(tx);
  return rows[0];
}

/** The platforms on which this installation has an app, with the keys of each organisation. */
export function fetchedPlatforms(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  { meta, volcengine }: { meta: MetaProvider | null; volcengine: VolcengineProvider | null },
): FetchedPlatforms {
  return {
    meta: meta && {
      provider: meta,
      async tokenOf(scope) {
        const connection = await inTransaction(db, scope, (tx) => connectionOf(tx, scope));
        return connection && secrets.open(connection.secrets)["token"];
      },
      storeRefusal: (scope, usedAt) =>
        inTransaction(db, scope, (tx) => storeConnectionRefused(tx, scope.organizationId, usedAt)),
    },
    volcengine: volcengine && {
      provider: volcengine,
      tokenOf: (scope) => volcengineToken({ db, secrets }, volcengine, scope),
    },
  };
}
