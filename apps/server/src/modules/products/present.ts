import { fromMinor } from "@homeroom/contract/money";
import type { ProductRow } from "@homeroom/contract/products";
import { peopleByIds, presentWriting } from "#modules/accounts/public";
import { fileAddresses } from "#modules/files/public";
import { itemsByIds } from "#modules/lists/public";
import { timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { isExpired, type Product } from "./rules.ts";
import { syncStatesOf } from "./sync/queries.ts";

/** Products with their names and pictures: five queries for any number of products. */
export async function presentProducts(
  platform: Platform,
  tx: Tx,
  { scope, products }: { scope: Scope; products: readonly Product[] },
): Promise<ProductRow[]> {
  const writers = products.flatMap((one) => [one.created_by ?? [], one.updated_by ?? []].flat());
  const people = await peopleByIds(tx, scope, [...new Set(writers)]);
  const types = await itemsByIds(tx, scope, [...new Set(products.flatMap((one) => one.type_id ?? []))]);
  const pictures = await fileAddresses(platform)(tx, scope, [
    ...new Set(products.flatMap((one) => one.image_file_ids)),
  ]);
  const day = today(await timeZoneOf(tx, scope, null));
  const ids = products.map((one) => one.product_id);
  const syncs = await syncStatesOf(tx, scope, { ids, today: day });
  return products.flatMap((one) => {
    const { type_id: typeId } = one;
    if (typeId === null) return [];
    const sync = syncs.get(one.product_id);
    return {
      recordID: one.product_id,
      retailerID: one.retailer_id,
      name: one.name,
      salesName: one.sales_name,
      type: { recordID: typeId, name: types.get(typeId)?.name ?? "" },
      price: fromMinor(one.price_minor, one.currency),
      currency: one.currency,
      images: one.image_file_ids.flatMap((fileID) => {
        const url = pictures.get(fileID);
        return url ? [{ fileID, url }] : [];
      }),
      description: one.description,
      kind: one.kind,
      validDays: one.valid_days,
      expiryDate: one.expiry_date,
      lessons: one.lessons,
      isExpired: isExpired(one, day),
      productURL: one.product_url,
      status: one.status,
      syncStatus: sync?.status ?? "none",
      syncReason: sync?.reason ?? null,
      syncDetail: sync?.detail ?? "",
      syncTime: sync?.at?.toISOString() ?? null,
      ...presentWriting(one, people),
    };
  });
}
