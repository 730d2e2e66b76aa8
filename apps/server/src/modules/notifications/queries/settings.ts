import type { AccountId } from "@homeroom/contract/ids";
import { timeZoneOf } from "#modules/organizations/public";
import type { QuietHours } from "#platform/clock/quiet-hours";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { type Choices, choicesOf } from "../rules.ts";

/** One person's notification settings. */
export interface Setting {
  choices: Choices;
  quietHours: QuietHours | null;
  timeZone: string;
}

/** The notification settings of these people, with defaults for people who have not chosen. */
export async function settingsOf(
  tx: Tx,
  scope: Scope,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, Setting>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("notification_setting")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "in", [...new Set(accountIds)])
    .execute();
  const stored = new Map(rows.map((row) => [row.account_id, row]));
  const fallback = await timeZoneOf(tx, scope, null);
  return new Map(
    accountIds.map((accountId) => {
      const row = stored.get(accountId);
      const timeZone = row?.time_zone || fallback;
      const { quiet_from: from, quiet_until: until } = row ?? {};
      const quietHours = from && until ? { from, until, timeZone } : null;
      return [accountId, { choices: choicesOf(row?.choices ?? {}), quietHours, timeZone }];
    }),
  );
}
