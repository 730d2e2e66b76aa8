import type { AdLevel } from "@homeroom/contract/campaigns";
import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { PlatformDay } from "../../port.ts";
import type { DayRange } from "../rules/days.ts";
import { writeItems } from "./write-items.ts";

/** Replaces the figures of a level in a range: a day without a row of the platform has none. */
export async function writeDays(
  tx: Tx,
  scope: Scope,
  {
    accountId,
    level,
    range,
    days,
  }: { accountId: RecordId; level: AdLevel; range: DayRange; days: readonly PlatformDay[] },
): Promise<void> {
  const { organizationId } = scope;
  await writeUnknown(tx, scope, { accountId, days });
  await sql`
    delete from ad_day using ad_item item
    where item.organization_id = ad_day.organization_id and item.item_id = ad_day.item_id
      and item.organization_id = ${organizationId} and item.account_id = ${accountId} and item.level = ${level}
      and ad_day.day between ${range.firstDay}::date and ${range.lastDay}::date`.execute(tx);
  const rows = days.map(({ path, ...figures }) => ({ ...figures, itemId: path.at(-1)?.itemId ?? "" }));
  await sql`
    insert into ad_day (organization_id, item_id, day, impressions, reach, clicks, results, spend)
    select ${organizationId}::uuid, item.item_id, given.day, given.impressions, given.reach, given.clicks, given.results, given.spend
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("itemId" text, day date, impressions bigint, reach bigint,
      clicks bigint, results numeric, spend numeric)
    join ad_item item on item.organization_id = ${organizationId} and item.account_id = ${accountId} and item.level = ${level}
      and item.external_id = given."itemId"
    where given.day between ${range.firstDay}::date and ${range.lastDay}::date
    on conflict (organization_id, item_id, day) do nothing`.execute(tx);
}

/** Items in a report but not in the lists were deleted at the platform; their cost still counts. */
async function writeUnknown(
  tx: Tx,
  scope: Scope,
  { accountId, days }: { accountId: RecordId; days: readonly PlatformDay[] },
): Promise<void> {
  for (const level of ["campaign", "adset", "ad"] as const) {
    const found = new Map<
      string,
      { itemId: string; campaignId: string; adsetId: string; name: string; status: null }
    >();
    for (const { path } of days) {
      const at = (one: typeof level) => path.find((step) => step.level === one);
      const own = at(level);
      if (!own) continue;
      const parents = { campaignId: at("campaign")?.itemId ?? "", adsetId: at("adset")?.itemId ?? "" };
      const above =
        level === "campaign"
          ? { campaignId: "", adsetId: "" }
          : level === "adset"
            ? { ...parents, adsetId: "" }
            : parents;
      found.set(own.itemId, { itemId: own.itemId, name: own.name, status: null, ...above });
    }
    // oxlint-disable-next-line no-await-in-loop -- parents first
    await writeItems(tx, scope, { accountId, level, items: [...found.values()] });
  }
}
