import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { today } from "#platform/clock/days";
import type { SystemTx, Tx } from "#platform/db/transaction";
import { rangesToFetch, type SyncReach } from "../rules/days.ts";

export interface AccountToSync {
  organizationId: OrganizationId;
  accountId: RecordId;
  timeZone: string;
  /** When all figures were last complete. */
  syncedAt: Date | null;
  reach: SyncReach;
}

/** Writes the steps that fetch accounts; existing waiting steps stay unchanged. */
export async function writeSteps(tx: Tx | SystemTx, accounts: readonly AccountToSync[], now: Date): Promise<void> {
  if (accounts.length === 0) return;
  const steps = accounts.flatMap(({ organizationId, accountId, timeZone, syncedAt, reach }) => {
    const day = today(timeZone, now);
    const figures = rangesToFetch(reach, day, syncedAt && today(timeZone, syncedAt)).flatMap((range) =>
      (["campaign", "adset", "ad"] as const).map((kind) => ({ kind, ...range })),
    );
    return [{ kind: "items" as const, firstDay: day, lastDay: day }, ...figures].map((step, index) => ({
      organization_id: organizationId,
      step_id: v7(),
      account_id: accountId,
      kind: step.kind,
      first_day: step.firstDay,
      last_day: step.lastDay,
      // The lists first, then the newest days.
      due_at: new Date(now.getTime() + index),
    }));
  });
  await sql`
    insert into ad_sync_step (organization_id, step_id, account_id, kind, first_day, last_day, due_at)
    select organization_id, step_id, account_id, kind, first_day, last_day, due_at
    from jsonb_populate_recordset(null::ad_sync_step, ${JSON.stringify(steps)}::jsonb)
    on conflict (organization_id, account_id, kind, first_day, last_day) do nothing`.execute(tx);
  const ids = accounts.map(({ accountId }) => accountId);
  const fully = accounts.flatMap(({ accountId, reach }) => (reach === "fresh" ? [] : [accountId]));
  await sql`
    update ad_account set asked_at = ${now},
      fully_asked_at = case when account_id = any(${sql.val(fully)}::uuid[]) then ${now}::timestamptz else fully_asked_at end
    where account_id = any(${sql.val(ids)}::uuid[])
      and organization_id = any(${sql.val([...new Set(accounts.map((one) => one.organizationId))])}::uuid[])`.execute(
    tx,
  );
}
