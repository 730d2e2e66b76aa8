import { FileId, type OrganizationId, type RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** A product of an organisation with its type, and one more behind it. */
export interface ProductRows {
  productTypeId: RecordId;
  productId: RecordId;
  productName: string;
  secondProductId: RecordId;
  productImageId: FileId;
  /** A sync of the catalogue that has ended, and the product in it. */
  catalogueSyncId: RecordId;
}

export function productIds(name: string): ProductRows {
  const productImageId = FileId.parse(v7());
  const catalogueSyncId = newId();
  return {
    ...{ productTypeId: newId(), productId: newId(), secondProductId: newId() },
    ...{ productName: `${name}的課程`, productImageId, catalogueSyncId },
  };
}

/** Puts both back: there, active, in their order. */
export async function restoreProducts(
  { base }: Stage,
  rows: ProductRows & { organizationId: OrganizationId },
): Promise<void> {
  const { organizationId, productTypeId, productId, productName, secondProductId, productImageId, catalogueSyncId } =
    rows;
  await base.owner.query(
    `insert into list_item (organization_id, item_id, project_id, name) values ($1, $2::uuid, 7, $2::uuid::text)
     on conflict do nothing`,
    [organizationId, productTypeId],
  );
  await base.owner.query(
    `insert into stored_file (organization_id, file_id, name, content_type, storage_key)
     values ($1, $2::uuid, 'piano.png', 'image/png', $2::uuid::text) on conflict do nothing`,
    [organizationId, productImageId],
  );
  await base.owner.query(
    `insert into product (organization_id, product_id, retailer_id, name, type_id, price_minor, currency, kind,
       image_file_ids, status, sort)
     select $1, id::uuid, id, $3, $2, 10000, 'HKD', 'online', array[$6::uuid], 'active', 1000 * place
     from unnest(array[$4, $5]) with ordinality as wanted(id, place)
     on conflict (organization_id, product_id) do update set deleted_at = null, version = 1, sort = excluded.sort,
       name = excluded.name, type_id = excluded.type_id, status = 'active',
       image_file_ids = excluded.image_file_ids`,
    [organizationId, productTypeId, productName, productId, secondProductId, productImageId],
  );
  await base.owner.query(
    `insert into product_sync (organization_id, sync_id, catalogue_id, channel_id, created_by, actor, state)
     select $1, $2::uuid, $2::uuid::text, $2::uuid, $2::uuid, '{}', 'done' on conflict do nothing`,
    [organizationId, catalogueSyncId],
  );
  await base.owner.query(
    `insert into product_sync_item (organization_id, sync_id, retailer_id, product_id, name, method, revision, state)
     values ($1, $2, 'one', $3, $4, 'put', 1, 'done') on conflict do nothing`,
    [organizationId, catalogueSyncId, productId, productName],
  );
}
