import type { SyncReason } from "@homeroom/contract/catalogue-sync";
import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Batch, RefusedItem } from "../../port.ts";
import { findSync, type SyncFigures } from "../queries.ts";

interface Mark {
  syncId: RecordId;
  /** Retailer IDs. */
  ids: readonly string[];
  state: "skipped" | "failed" | "done";
  reason?: SyncReason;
}

/** Records the outcomes of some items of a run. */
export async function markItems(tx: Tx, scope: Scope, { syncId, ids, state, reason }: Mark): Promise<void> {
  await tx
    .updateTable("product_sync_item")
    .set({ state, reason: reason ?? null })
    .where("organization_id", "=", scope.organizationId)
    .where("sync_id", "=", syncId)
    .where(sql<boolean>`retailer_id = any(${sql.val([...ids])}::text[])`)
    .execute();
}

/** Records that a batch was handed over: its items wait for the handle, or were refused at once. */
export async function storeSent(
  tx: Tx,
  scope: Scope,
  sent: { syncId: RecordId; batch: Batch; handles: readonly string[]; refused: readonly RefusedItem[] },
): Promise<void> {
  const { syncId, batch, refused } = sent;
  const run = await findSync(tx, scope, syncId, "lock");
  if (run?.state !== "running") return;
  // A batch of ours is one request, for which Meta gives one handle; without one there is nothing to wait for.
  const handle = sent.handles[0] ?? "";
  const ids = batch.requests.map((request) =>
    request.method === "put" ? request.item.retailerId : request.retailerId,
  );
  const revisions = ids.map((id) => batch.revisions.get(id) ?? 0);
  await sql`
    update product_sync_item item set state = 'sent', handle = ${handle}, sent_at = now(),
      revision = case when item.method = 'put' then sent.revision else item.revision end
    from unnest(${sql.val(ids)}::text[], ${sql.val(revisions)}::int[]) as sent(id, revision)
    where item.organization_id = ${scope.organizationId} and item.sync_id = ${syncId}
      and item.retailer_id = sent.id and item.state = 'waiting'`.execute(tx);
  await settle(tx, scope, { syncId, handle, refused, all: handle === "" });
  await storeProgress(tx, scope, syncId);
}

/** Records Meta's answer for a handle; `refused` null: there was none. */
export async function storeResult(
  tx: Tx,
  scope: Scope,
  { syncId, handle, refused }: { syncId: RecordId; handle: string; refused: readonly RefusedItem[] | null },
): Promise<void> {
  const run = await findSync(tx, scope, syncId, "lock");
  if (run?.state !== "running") return;
  if (refused) await settle(tx, scope, { syncId, handle, refused, all: true });
  else await timeOut(tx, scope, { syncId, handle });
  await storeProgress(tx, scope, syncId);
}

interface BatchResult {
  syncId: RecordId;
  handle: string;
  refused: readonly RefusedItem[];
  /** Whether those that were not refused are done. */
  all: boolean;
}

/** Writes results to the items of a handle and to what the catalogue has. */
async function settle(tx: Tx, scope: Scope, { syncId, handle, refused, all }: BatchResult): Promise<void> {
  const details = new Map(refused.map(({ retailerId, detail }) => [retailerId, detail.slice(0, 500)]));
  await sql`
    with refused as (
      select * from unnest(${sql.val([...details.keys()])}::text[], ${sql.val([...details.values()])}::text[])
        as told(id, detail)),
    settled as (
      update product_sync_item item
      set state = case when r.id is null then 'done' else 'failed' end,
        reason = case when r.id is null then null else 'refused' end, detail = coalesce(r.detail, '')
      from product_sync_item held left join refused r on r.id = held.retailer_id
      where held.organization_id = ${scope.organizationId} and held.sync_id = ${syncId} and held.handle = ${handle}
        and held.state = 'sent' and (${all}::boolean or r.id is not null)
        and item.organization_id = held.organization_id and item.sync_id = held.sync_id
        and item.retailer_id = held.retailer_id
      returning item.*),
    removed as (
      delete from product_listing l using settled s, product_sync run
      where run.organization_id = s.organization_id and run.sync_id = s.sync_id and s.method = 'remove'
        and s.state = 'done' and l.organization_id = s.organization_id and l.catalogue_id = run.catalogue_id
        and l.retailer_id = s.retailer_id)
    insert into product_listing as l (organization_id, catalogue_id, retailer_id, product_id, revision, is_there, state,
      reason, detail)
    select s.organization_id, run.catalogue_id, s.retailer_id, s.product_id, s.revision,
      s.state = 'done' or s.method = 'remove', case s.state when 'done' then 'listed' else 'failed' end, s.reason, s.detail
    from settled s join product_sync run using (organization_id, sync_id)
    where s.method = 'put' or s.state = 'failed'
    on conflict (organization_id, catalogue_id, retailer_id) do update set product_id = excluded.product_id,
      revision = excluded.revision, is_there = l.is_there or excluded.is_there, state = excluded.state,
      reason = excluded.reason, detail = excluded.detail, updated_at = now()`.execute(tx);
}

/** Items without an answer may or may not have arrived: the next run sends them again. */
async function timeOut(tx: Tx, scope: Scope, { syncId, handle }: { syncId: RecordId; handle: string }): Promise<void> {
  await tx
    .updateTable("product_sync_item")
    .set({ state: "failed", reason: "timeout" })
    .where("organization_id", "=", scope.organizationId)
    .where("sync_id", "=", syncId)
    .where("handle", "=", handle)
    .where("state", "=", "sent")
    .execute();
}

async function storeProgress(tx: Tx, scope: Scope, syncId: RecordId): Promise<void> {
  await tx
    .updateTable("product_sync")
    .set({ tries: 0, problem: "", detail: "" })
    .where("organization_id", "=", scope.organizationId)
    .where("sync_id", "=", syncId)
    .execute();
}

/** Handles that Meta has not answered for, with when they were given. */
export async function openHandles(tx: Tx, scope: Scope, syncId: RecordId): Promise<{ handle: string; sentAt: Date }[]> {
  const found = await sql<{ handle: string; sentAt: Date }>`
    select handle, min(sent_at) as "sentAt" from product_sync_item
    where organization_id = ${scope.organizationId} and sync_id = ${syncId} and state = 'sent'
    group by handle order by min(sent_at)`.execute(tx);
  return found.rows;
}

/** What a run has done. */
export async function syncFigures(
  tx: Tx,
  scope: Scope,
  syncId: RecordId,
): Promise<Pick<SyncFigures, "listed" | "removed" | "failed">> {
  const found = await sql<Pick<SyncFigures, "listed" | "removed" | "failed">>`
    select count(*) filter (where state = 'done' and method = 'put')::int as listed,
      count(*) filter (where state = 'done' and method = 'remove')::int as removed,
      count(*) filter (where state = 'failed')::int as failed
    from product_sync_item where organization_id = ${scope.organizationId} and sync_id = ${syncId}`.execute(tx);
  return found.rows[0] ?? { listed: 0, removed: 0, failed: 0 };
}
