import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import { sql } from "kysely";
import type { InboxProducts, ReadyProduct } from "#modules/inbox/public";
import { timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { isExpired, type Product } from "../rules.ts";
import { matchingProducts } from "./products.ts";

const maxChoices = 50;

/** The products of conversations. */
export const inboxProducts: InboxProducts = {
  async find(tx, scope, { catalogueId, ids, keywords }) {
    const day = today(await timeZoneOf(tx, scope, null));
    const active = matchingProducts(tx, scope, { status: "active", keywords, today: day });
    const products = await (ids ? active.where(isOneOf("product_id", ids)) : active)
      .selectAll()
      .orderBy("sort")
      .orderBy("product_id")
      .limit(maxChoices)
      .execute();
    const listings = catalogueId
      ? await listingsIn(tx, scope, { catalogueId, products })
      : new Map<RecordId, Listing>();
    return products.map((product) => {
      const listing = listings.get(product.product_id);
      return readyProduct(product, { listing, refusal: refusalOf(product, { catalogueId, listing, day }) });
    });
  },
  async named(tx, scope, retailerIds) {
    if (retailerIds.length === 0) return new Map();
    // Facebook's catalogue has a product's earlier ID until the next sync. If several match, the existing one counts.
    const { rows } = await sql<NamedProduct>`
      select distinct on (known.retailer_id) known.retailer_id as "retailerId", product.name, product.sales_name as "salesName",
        product.price_minor as "priceMinor", product.currency, product.image_file_ids as "imageFileIds"
      from (
        select retailer_id, product_id, 0 as place from product
        where organization_id = ${scope.organizationId} and retailer_id = any(${sql.val([...retailerIds])}::text[])
        union all
        select retailer_id, product_id, 1 from product_listing
        where organization_id = ${scope.organizationId} and retailer_id = any(${sql.val([...retailerIds])}::text[])
      ) known
      join product on product.organization_id = ${scope.organizationId} and product.product_id = known.product_id
      order by known.retailer_id, product.deleted_at is not null, known.place, product.updated_at desc`.execute(tx);
    return new Map(
      rows.map(({ retailerId, name, salesName, priceMinor, currency, imageFileIds }) => [
        retailerId,
        { name: salesName || name, priceMinor, currency, imageFileId: imageFileIds[0] ?? null },
      ]),
    );
  },
};

interface NamedProduct {
  retailerId: string;
  name: string;
  salesName: string;
  priceMinor: number;
  currency: CurrencyCode;
  imageFileIds: FileId[];
}

interface Listing {
  id: RecordId;
  retailerId: string;
  isThere: boolean;
  state: "listed" | "failed";
}

/** A catalogue's entries for some products; of several entries for a product, the existing one. */
async function listingsIn(
  tx: Tx,
  scope: Scope,
  { catalogueId, products }: { catalogueId: string; products: readonly Product[] },
): Promise<Map<RecordId, Listing>> {
  const found = await sql<Listing>`
    select product_id as id, retailer_id as "retailerId", is_there as "isThere", state from product_listing
    where organization_id = ${scope.organizationId} and catalogue_id = ${catalogueId}
      and product_id = any(${sql.val(products.map(({ product_id: id }) => id))}::uuid[])
    order by is_there, updated_at`.execute(tx);
  return new Map(found.rows.map((listing) => [listing.id, listing]));
}

function refusalOf(
  product: Product,
  { catalogueId, listing, day }: { catalogueId: string | null; listing: Listing | undefined; day: string },
): ReadyProduct["refusal"] {
  if (isExpired(product, day)) return "expired";
  if (catalogueId === null || listing?.isThere) return null;
  if (catalogueId === "") return "noCatalogue";
  return listing?.state === "failed" ? "syncFailed" : "notSynced";
}

function readyProduct(
  product: Product,
  { listing, refusal }: { listing: Listing | undefined; refusal: ReadyProduct["refusal"] },
): ReadyProduct {
  return {
    productId: product.product_id,
    // A changed ID reaches the catalogue with the next sync.
    retailerId: listing?.retailerId ?? product.retailer_id,
    name: product.sales_name || product.name,
    description: product.description,
    priceMinor: product.price_minor,
    currency: product.currency,
    url: product.product_url,
    imageFileId: product.image_file_ids[0] ?? null,
    refusal,
  };
}
