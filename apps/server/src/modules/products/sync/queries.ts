import type { SyncReason, SyncStatus } from "@homeroom/contract/catalogue-sync";
import type { ChannelId, RecordId } from "@homeroom/contract/ids";
import type { ProductSyncItemTable, ProductSyncTable } from "@homeroom/database/product-tables";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { channelsInScope } from "#modules/inbox/public";
import { findRow, lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type SyncRun = Selectable<ProductSyncTable>;
export type SyncItemRow = Selectable<ProductSyncItemTable>;

/** A Facebook catalogue and the number whose token opens it. */
export interface Catalogue {
  catalogueId: string;
  channelId: ChannelId;
  name: string;
}

/** The catalogues that an organisation's WhatsApp numbers name, each once. */
export async function cataloguesOf(tx: Tx, scope: Scope): Promise<Catalogue[]> {
  const numbers = await channelsInScope(tx, scope, "whatsapp");
  const found = numbers.flatMap(({ channel_id: channelId, settings, name }) => {
    const catalogueId = settings["catalogueId"] ?? "";
    return catalogueId === "" ? [] : [[catalogueId, { catalogueId, channelId, name }] as const];
  });
  return [...new Map(found.toReversed()).values()].toReversed();
}

/** A run by its id; with `lock` nobody else carries it on meanwhile. */
export function findSync(tx: Tx, scope: Scope, id: RecordId, lock?: "lock"): Promise<SyncRun | undefined> {
  return (lock ? lockRow : findRow)(tx, scope, "product_sync", { sync_id: id });
}

/** What a run has done so far, by state and method. */
export interface SyncFigures {
  total: number;
  processed: number;
  listed: number;
  removed: number;
  failed: number;
}

/** The newest run of each catalogue with its figures. */
export async function newestSyncs(tx: Tx, scope: Scope): Promise<(SyncRun & SyncFigures)[]> {
  const found = await sql<SyncRun & SyncFigures>`
    select newest.*, figures.* from (
      select distinct on (catalogue_id) * from product_sync where organization_id = ${scope.organizationId}
      order by catalogue_id, created_at desc) as newest
    cross join lateral (
      select count(*)::int as total,
        count(*) filter (where state not in ('waiting', 'sent'))::int as processed,
        count(*) filter (where state = 'done' and method = 'put')::int as listed,
        count(*) filter (where state = 'done' and method = 'remove')::int as removed,
        count(*) filter (where state = 'failed')::int as failed
      from product_sync_item item
      where item.organization_id = newest.organization_id and item.sync_id = newest.sync_id) as figures
    order by newest.catalogue_id`.execute(tx);
  return found.rows;
}

/** The items of a run, those that failed first. */
export async function syncItems(
  tx: Tx,
  scope: Scope,
  {
    syncId,
    state,
    pageNum,
    pageSize,
  }: { syncId: RecordId; state?: string | undefined; pageNum: number; pageSize: number },
): Promise<{ items: SyncItemRow[]; total: number }> {
  const matching = sql`organization_id = ${scope.organizationId} and sync_id = ${syncId}
    and (${state ?? null}::text is null or state = ${state ?? null})`;
  const found = await sql<SyncItemRow>`
    select * from product_sync_item where ${matching}
    order by state <> 'failed', name, retailer_id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(tx);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from product_sync_item where ${matching}`.execute(tx);
  return { items: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Whether a product should be in a catalogue. `today`: the organisation's day. */
export function isOffered(today: string): RawBuilder<boolean> {
  return sql<boolean>`(product.deleted_at is null and product.status = 'active'
    and (product.kind <> 'expiry' or product.expiry_date > ${today}::date))`;
}

/** A product's state in the catalogues; of several the one that needs most attention. */
export function syncStatusOf(today: string): RawBuilder<SyncStatus> {
  const listings = sql`from product_listing l
    where l.organization_id = product.organization_id and l.product_id = product.product_id`;
  return sql<SyncStatus>`case
    when exists (select from product_sync_item i join product_sync s using (organization_id, sync_id)
      where i.organization_id = product.organization_id and i.product_id = product.product_id
        and i.state in ('waiting', 'sent') and s.state = 'running') then 'syncing'
    when exists (select ${listings} and l.state = 'failed') then 'failed'
    when not exists (select ${listings}) then 'none'
    when not ${isOffered(today)} or exists (select ${listings}
      and (l.revision <> product.revision or l.retailer_id <> product.retailer_id)) then 'changed'
    else 'synced' end`;
}

export interface ProductSyncState {
  status: SyncStatus;
  reason: SyncReason | null;
  detail: string;
  at: Date | null;
}

/** The state of each of some products in the catalogues. */
export async function syncStatesOf(
  tx: Tx,
  scope: Scope,
  { ids, today }: { ids: readonly RecordId[]; today: string },
): Promise<Map<RecordId, ProductSyncState>> {
  const found = await sql<ProductSyncState & { id: RecordId }>`
    select product.product_id as id, ${syncStatusOf(today)} as status, listing.reason,
      coalesce(listing.detail, '') as detail, listing.updated_at as at
    from product left join lateral (
      select reason, detail, updated_at from product_listing l
      where l.organization_id = product.organization_id and l.product_id = product.product_id
      order by l.state = 'listed', l.updated_at desc limit 1) as listing on true
    where product.organization_id = ${scope.organizationId}
      and product.product_id = any(${sql.val([...ids])}::uuid[])`.execute(tx);
  return new Map(found.rows.map(({ id, ...state }) => [id, state]));
}
