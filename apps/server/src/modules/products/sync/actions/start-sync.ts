import { catalogueSync } from "@homeroom/contract/catalogue-sync";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { timeZoneOf } from "#modules/organizations/public";
import { storedActor } from "#modules/sign-in/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { startRun } from "#platform/runs/run";
import { lockCatalogue } from "../../actions/lock-catalogue.ts";
import { type Catalogue, cataloguesOf, isOffered } from "../queries.ts";
import { syncRun } from "./carry-on-sync.ts";

interface Order {
  actor: Actor;
  scope: Scope;
  catalogue: Catalogue;
  full: boolean;
}

/**
 * Starts a sync of each Facebook catalogue in a worker; a run under way continues. Throws
 * FEATURE_NOT_SET_UP if no WhatsApp number has a catalogue.
 */
export function startSync(db: Database, actor: Actor, full: boolean): Promise<void> {
  requireAccess(actor, catalogueSync.start);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const catalogues = await cataloguesOf(tx, scope);
    if (catalogues.length === 0) throw new AppError("FEATURE_NOT_SET_UP");
    await lockCatalogue(tx, scope);
    for (const catalogue of catalogues) await order(tx, { actor, scope, catalogue, full });
  });
}

async function order(tx: Tx, { actor, scope, catalogue, full }: Order): Promise<void> {
  const syncId = RecordId.parse(v7());
  const made = await tx
    .insertInto("product_sync")
    .values({
      organization_id: scope.organizationId,
      sync_id: syncId,
      catalogue_id: catalogue.catalogueId,
      channel_id: catalogue.channelId,
      created_by: actor.accountId,
      actor: JSON.stringify(storedActor(actor)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) return;
  await planItems(tx, scope, { syncId, catalogueId: catalogue.catalogueId, full });
  await startRun(tx, syncRun, { organizationId: scope.organizationId, runId: syncId });
}

/** Every product that differs in the catalogue, and every item whose product is no longer sold. */
async function planItems(
  tx: Tx,
  scope: Scope,
  { syncId, catalogueId, full }: { syncId: RecordId; catalogueId: string; full: boolean },
): Promise<void> {
  const { organizationId } = scope;
  const offered = isOffered(today(await timeZoneOf(tx, scope, null)));
  await sql`
    insert into product_sync_item (organization_id, sync_id, retailer_id, product_id, name, method, revision)
    select product.organization_id, ${syncId}::uuid, product.retailer_id, product.product_id, product.name, 'put', product.revision
    from product left join product_listing l on l.organization_id = product.organization_id
      and l.catalogue_id = ${catalogueId} and l.retailer_id = product.retailer_id
    where product.organization_id = ${organizationId} and ${offered}
      and (${full}::boolean or l.retailer_id is null or l.state = 'failed' or l.product_id <> product.product_id
        or l.revision <> product.revision)
    union all
    select l.organization_id, ${syncId}::uuid, l.retailer_id, l.product_id, named.name, 'remove', l.revision
    from product_listing l join product named using (organization_id, product_id)
    where l.organization_id = ${organizationId} and l.catalogue_id = ${catalogueId} and l.is_there
      and not exists (select from product where product.organization_id = l.organization_id
        and product.retailer_id = l.retailer_id and ${offered})`.execute(tx);
  // Items that never reached Meta need no call.
  await sql`
    delete from product_listing l
    where l.organization_id = ${organizationId} and l.catalogue_id = ${catalogueId} and not l.is_there
      and not exists (select from product where product.organization_id = l.organization_id
        and product.retailer_id = l.retailer_id and ${offered})`.execute(tx);
}
