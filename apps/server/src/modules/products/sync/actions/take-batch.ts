import type { SyncReason } from "@homeroom/contract/catalogue-sync";
import { currencies } from "@homeroom/contract/currencies";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import { sql } from "kysely";
import { fileAddressFor, filesByIds } from "#modules/files/public";
import { type ChannelAccess, channelsInScope, openChannel } from "#modules/inbox/public";
import { itemsByIds } from "#modules/lists/public";
import { organizationOf, timeZoneOf } from "#modules/organizations/public";
import { currentActor } from "#modules/sign-in/public";
import { requirePermission } from "#platform/auth/actor";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { Platform } from "#platform/server-module";
import type { Batch, CatalogueItem, CatalogueRequest } from "../../port.ts";
import type { Product } from "../../rules.ts";
import { findSync, isOffered, type SyncItemRow, type SyncRun } from "../queries.ts";
import { markItems } from "../writes/store-results.ts";

/** Items of one request: a few hundred get a quick response, and Meta's limit is 5,000. */
const batchItems = 500;
/** Meta fetches the pictures some time after the request, and again when it likes. */
const picturesForMs = 30 * 86_400_000;

/** The access to Meta for a run. Throws FEATURE_NOT_SET_UP if the number was removed or has another catalogue by now. */
export async function accessFor(
  tx: Tx,
  secrets: SecretBox,
  { scope, run }: { scope: Scope; run: SyncRun },
): Promise<ChannelAccess> {
  const numbers = await channelsInScope(tx, scope, "whatsapp");
  const number = numbers.find((one) => one.channel_id === run.channel_id);
  if (number?.settings["catalogueId"] !== run.catalogue_id) throw new AppError("FEATURE_NOT_SET_UP");
  return openChannel(secrets, number);
}

/**
 * The next items of a run in their present state, with its person's present rights. Items that Meta cannot show fail
 * here, and items no longer sold are skipped: the next run removes them. Null if nothing waits.
 */
export async function takeBatch(
  tx: Tx,
  platform: Platform,
  { scope, syncId }: { scope: Scope; syncId: RecordId },
): Promise<Batch | null> {
  const run = await findSync(tx, scope, syncId, "lock");
  if (run?.state !== "running") return null;
  requirePermission(await currentActor(tx, scope, run.actor), "sale:product:sync");
  const waiting = await waitingItems(tx, scope, syncId);
  if (waiting.length === 0) return null;
  const read = await readProducts(
    tx,
    platform,
    scope,
    waiting.filter(({ method }) => method === "put"),
  );
  const requests: CatalogueRequest[] = [];
  for (const { retailer_id: retailerId, method } of waiting) {
    const found = method === "remove" ? null : read.get(retailerId);
    if (found === null) requests.push({ method: "remove", retailerId });
    else if (found === undefined) await markItems(tx, scope, { syncId, ids: [retailerId], state: "skipped" });
    else if (typeof found.item === "string")
      await failItem(tx, scope, { run, retailerId, ...found, reason: found.item });
    else requests.push({ method: "put", item: found.item });
  }
  return { requests, revisions: new Map([...read].map(([id, { product }]) => [id, product.revision])) };
}

function waitingItems(tx: Tx, scope: Scope, syncId: RecordId): Promise<SyncItemRow[]> {
  return tx
    .selectFrom("product_sync_item")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("sync_id", "=", syncId)
    .where("state", "=", "waiting")
    .orderBy("retailer_id")
    .limit(batchItems)
    .execute();
}

interface Read {
  product: Product;
  item: ReturnType<typeof catalogueItemOf>;
}

/** The products of some items that are still sold, by retailer ID, as Meta shows them. */
async function readProducts(
  tx: Tx,
  platform: Platform,
  scope: Scope,
  items: readonly SyncItemRow[],
): Promise<Map<string, Read>> {
  const offered = isOffered(today(await timeZoneOf(tx, scope, null)));
  const found = await sql<Product>`
    select * from product where organization_id = ${scope.organizationId} and ${offered}
      and retailer_id = any(${sql.val(items.map(({ retailer_id: id }) => id))}::text[])`.execute(tx);
  const brand = (await organizationOf(tx, scope))?.name ?? "";
  const types = await itemsByIds(tx, scope, [...new Set(found.rows.flatMap(({ type_id: id }) => id ?? []))]);
  const files = await filesByIds(tx, scope, [...new Set(found.rows.flatMap((one) => one.image_file_ids))]);
  const addressOf = (id: FileId) => {
    const file = files.get(id);
    return (file && fileAddressFor(platform, file, picturesForMs)) ?? [];
  };
  return new Map(
    found.rows.map((product) => {
      const images = product.image_file_ids.flatMap(addressOf);
      const type = (product.type_id && types.get(product.type_id)?.name) ?? "";
      return [product.retailer_id, { product, item: catalogueItemOf(product, { images, brand, type }) }];
    }),
  );
}

interface FailedItem {
  run: SyncRun;
  retailerId: string;
  product: Product;
  reason: SyncReason;
}

/** Records items that Meta cannot show; Meta's copy stays until it is corrected or no longer sold. */
async function failItem(tx: Tx, scope: Scope, { run, retailerId, product, reason }: FailedItem): Promise<void> {
  await markItems(tx, scope, { syncId: run.sync_id, ids: [retailerId], state: "failed", reason });
  await sql`
    insert into product_listing (organization_id, catalogue_id, retailer_id, product_id, revision, is_there, state, reason)
    values (${scope.organizationId}, ${run.catalogue_id}, ${retailerId}, ${product.product_id}, ${product.revision}, false,
      'failed', ${reason})
    on conflict (organization_id, catalogue_id, retailer_id) do update set product_id = excluded.product_id,
      revision = excluded.revision, state = 'failed', reason = excluded.reason, detail = '', updated_at = now()`.execute(
    tx,
  );
}

/**
 * An amount as Meta reads it: main units with a point and the code behind. Currencies that are charged whole have no
 * decimals, as Meta refuses fractions of them.
 */
export function cataloguePrice(minor: number, currency: CurrencyCode): string {
  const { decimals, step } = currencies[currency];
  const shown = step >= 10 ** decimals ? 0 : decimals;
  const whole = Math.trunc(minor / 10 ** decimals);
  const rest = String(minor % 10 ** decimals).padStart(decimals, "0");
  return shown === 0 ? `${whole} ${currency}` : `${whole}.${rest} ${currency}`;
}

/** Meta cuts or refuses longer texts. */
const longest = { title: 200, description: 9999 } as const;

/** A product in Facebook's format, or why it cannot be shown there. */
export function catalogueItemOf(
  product: Product,
  around: { images: readonly string[]; brand: string; type: string },
): CatalogueItem | SyncReason {
  if (product.product_url === "") return "linkMissing";
  if (around.images.length === 0) return "imageMissing";
  const title = product.sales_name || product.name;
  return {
    retailerId: product.retailer_id,
    title: title.slice(0, longest.title),
    description: (product.description || title).slice(0, longest.description),
    price: cataloguePrice(product.price_minor, product.currency),
    link: product.product_url,
    ...around,
  };
}
