import type { AdLevel, AdStatus } from "@homeroom/contract/campaigns";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Items of one level, with parents by the platform's ids. */
export interface ItemToWrite {
  itemId: string;
  campaignId: string;
  adsetId: string;
  name: string;
  /** Null: unchanged; a new item is archived. */
  status: AdStatus | null;
}

interface Target {
  accountId: RecordId;
  level: AdLevel;
}

/** Writes items of one level; items without stored parents are left out. */
export async function writeItems(
  tx: Tx,
  { organizationId }: Scope,
  { accountId, level, items }: Target & { items: readonly ItemToWrite[] },
): Promise<void> {
  if (items.length === 0) return;
  const rows = JSON.stringify(items.map((item) => ({ ...item, id: RecordId.parse(v7()) })));
  const parents = sql`
    left join ad_item campaign on campaign.organization_id = ${organizationId} and campaign.account_id = ${accountId}
      and campaign.level = 'campaign' and campaign.external_id = given."campaignId"
    left join ad_item adset on adset.organization_id = ${organizationId} and adset.account_id = ${accountId}
      and adset.level = 'adset' and adset.external_id = given."adsetId"`;
  await sql`
    insert into ad_item (organization_id, item_id, account_id, level, external_id, campaign_id, adset_id, name, status)
    select ${organizationId}::uuid, given.id, ${accountId}::uuid, ${level}::text, given."itemId", campaign.item_id, adset.item_id,
      given.name, coalesce(given.status, 'ARCHIVED')
    from jsonb_to_recordset(${rows}::jsonb)
      as given(id uuid, "itemId" text, "campaignId" text, "adsetId" text, name text, status text)
    ${parents}
    where (${level}::text = 'campaign' or campaign.item_id is not null)
      and (${level}::text <> 'ad' or adset.item_id is not null)
    order by given."itemId"
    on conflict (organization_id, account_id, level, external_id) do update
      set name = excluded.name, campaign_id = excluded.campaign_id, adset_id = excluded.adset_id,
        status = case when ${items[0]?.status !== null}::boolean then excluded.status else ad_item.status end`.execute(
    tx,
  );
}

/** Archives the items of a level that the platform no longer lists: they were deleted there. */
export async function archiveOthers(
  tx: Tx,
  { organizationId }: Scope,
  { accountId, level, named }: Target & { named: readonly string[] },
): Promise<void> {
  await tx
    .updateTable("ad_item")
    .set({ status: "ARCHIVED" })
    .where("organization_id", "=", organizationId)
    .where("account_id", "=", accountId)
    .where("level", "=", level)
    .where("status", "<>", "ARCHIVED")
    .where(sql<boolean>`external_id <> all(${sql.val([...named])}::text[])`)
    .execute();
}
