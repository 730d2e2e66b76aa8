import type { AdPlatformName } from "@homeroom/contract/campaigns";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { type AdPlatform, AdPlatformFailure, type PlatformAccount } from "../../port.ts";

/** The accounts that a key may read; null if the person may read none, which does not stop the rest. */
export async function accountsOf(provider: AdPlatform, token: string): Promise<PlatformAccount[] | null> {
  try {
    return await provider.adAccounts(token);
  } catch (error) {
    if (error instanceof AdPlatformFailure && error.reason === "refused") return null;
    throw error;
  }
}

/** Writes the ad accounts that a platform lists. Unlisted accounts keep their figures and are marked as refused. */
export async function writeAccounts(
  tx: Tx,
  { organizationId }: Scope,
  { platform, accounts }: { platform: AdPlatformName; accounts: readonly PlatformAccount[] | null },
): Promise<void> {
  if (accounts === null) return;
  if (accounts.length > 0) {
    await tx
      .insertInto("ad_account")
      .values(
        accounts.map(({ accountId, name, currency, timeZone }) => ({
          organization_id: organizationId,
          account_id: RecordId.parse(v7()),
          platform,
          external_id: accountId,
          name,
          currency,
          time_zone: isTimeZone(timeZone) ? timeZone : "UTC",
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "platform", "external_id"]).doUpdateSet(({ ref }) => ({
          name: ref("excluded.name"),
          currency: ref("excluded.currency"),
          time_zone: ref("excluded.time_zone"),
          problem: null,
          asked_at: null,
        })),
      )
      .execute();
  }
  await tx
    .updateTable("ad_account")
    .set({ problem: "refused" })
    .where("organization_id", "=", organizationId)
    .where("platform", "=", platform)
    .where(sql<boolean>`external_id <> all(${sql.val(accounts.map(({ accountId }) => accountId))}::text[])`)
    .execute();
}

/** Stops fetching the accounts of a platform whose connection has ended. What was fetched stays. */
export async function stopAccounts(tx: Tx, { organizationId }: Scope, platform: AdPlatformName): Promise<void> {
  await sql`
    delete from ad_sync_step step using ad_account account
    where step.organization_id = ${organizationId} and account.organization_id = step.organization_id
      and account.account_id = step.account_id and account.platform = ${platform}`.execute(tx);
  await tx
    .updateTable("ad_account")
    .set({ problem: "reconnect" })
    .where("organization_id", "=", organizationId)
    .where("platform", "=", platform)
    .execute();
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
