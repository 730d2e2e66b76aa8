import type { AdExportRequest, AdLevel, AdListRequest, AdPlatformName, AdStatus } from "@homeroom/contract/campaigns";
import type { RecordId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing } from "#platform/db/containing";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { reachedAccounts } from "./accounts.ts";

export type AdFilters = Pick<
  AdListRequest & AdExportRequest,
  | "keywords"
  | "status"
  | "accountID"
  | "campaignID"
  | "adsetID"
  | "isBound"
  | "isShown"
  | "branchID"
  | "startTime"
  | "endTime"
> & { compare?: boolean };

export interface ListedItem {
  itemId: RecordId;
  externalId: string;
  name: string;
  status: AdStatus;
  accountId: RecordId;
  accountName: string;
  currency: string;
  campaignId: RecordId | null;
  campaignName: string | null;
  adsetId: RecordId | null;
  adsetName: string | null;
  pageIds: RecordId[];
}

/** What an ad has the item of a level in. */
const idOfLevel = { campaign: "campaign_id", adset: "adset_id", ad: "item_id" } as const;

/** The items of a platform's level that a scope sees and filters select. */
export async function listItems(
  tx: Tx,
  scope: Scope,
  { platform, level, filters }: { platform: AdPlatformName; level: AdLevel; filters: AdFilters },
): Promise<ListedItem[]> {
  const { rows } = await sql<ListedItem>`
    select item.item_id as "itemId", item.external_id as "externalId", item.name, item.status,
      account.account_id as "accountId", account.name as "accountName", account.currency,
      campaign.item_id as "campaignId", campaign.name as "campaignName",
      adset.item_id as "adsetId", adset.name as "adsetName", pages.ids as "pageIds"
    from ad_item item
    join ad_account account on account.organization_id = item.organization_id and account.account_id = item.account_id
    left join ad_item campaign on campaign.organization_id = item.organization_id and campaign.item_id = item.campaign_id
    left join ad_item adset on adset.organization_id = item.organization_id and adset.item_id = item.adset_id
    cross join lateral (
      select coalesce(array_agg(distinct binding.page_id), '{}') as ids from ad_item ad
      join ad_binding binding on binding.organization_id = ad.organization_id and binding.ad_id = ad.item_id
        and binding.unbound_at is null
      where ad.organization_id = item.organization_id and ad.${sql.ref(idOfLevel[level])} = item.item_id) pages
    where ${reachedAccounts(scope, "account", platform)} and account.status = 1 and item.level = ${level}
      and ${sql.join(conditionsOf(filters), sql` and `)}`.execute(tx);
  return rows;
}

function conditionsOf(filters: AdFilters): RawBuilder<SqlBool>[] {
  const { keywords, status, accountID, campaignID, adsetID, isBound, isShown, branchID } = filters;
  const conditions = [sql<SqlBool>`item.organization_id = account.organization_id`];
  if (keywords) {
    const words = containing(keywords);
    conditions.push(sql<SqlBool>`(item.name ilike ${words} or item.external_id = ${keywords})`);
  }
  if (status?.length) conditions.push(sql<SqlBool>`item.status = any(${sql.val([...status])}::text[])`);
  if (accountID?.length) conditions.push(sql<SqlBool>`item.account_id = any(${sql.val([...accountID])}::uuid[])`);
  if (campaignID) conditions.push(sql<SqlBool>`item.campaign_id = ${campaignID}`);
  if (adsetID) conditions.push(sql<SqlBool>`item.adset_id = ${adsetID}`);
  if (isBound !== undefined) conditions.push(sql<SqlBool>`(pages.ids <> '{}') = ${isBound}`);
  if (branchID) conditions.push(sql<SqlBool>`account.branch_id = ${branchID}`);
  if (isShown !== undefined) {
    const { startTime, endTime } = filters;
    const shown = sql`exists (select from ad_day counted where counted.organization_id = item.organization_id
      and counted.item_id = item.item_id and counted.day between ${startTime}::date and ${endTime}::date
      and (counted.impressions > 0 or counted.spend > 0))`;
    conditions.push(isShown ? sql<SqlBool>`${shown}` : sql<SqlBool>`not ${shown}`);
  }
  return conditions;
}

/** An item that a scope sees, locked until the transaction ends. */
export async function lockItem(
  tx: Tx,
  scope: Scope,
  { platform, level, id }: { platform: AdPlatformName; level: AdLevel; id: RecordId },
): Promise<{ itemId: RecordId; name: string } | undefined> {
  const { rows } = await sql<{ itemId: RecordId; name: string }>`
    select item.item_id as "itemId", item.name from ad_item item
    join ad_account account on account.organization_id = item.organization_id and account.account_id = item.account_id
    where ${reachedAccounts(scope, "account", platform)} and item.level = ${level} and item.item_id = ${id}
    for update of item`.execute(tx);
  return rows[0];
}
