import { type Kysely, sql } from "kysely";

/**
 * Imported products have no picture until somebody adds one: they are inactive until then. The type of a deleted product
 * may be removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table product
      drop constraint product_image_file_ids_check,
      add constraint product_images check (cardinality(image_file_ids) <= 10
        and (status = 'inactive' or cardinality(image_file_ids) > 0)),
      alter column type_id drop not null,
      add constraint product_has_type check (type_id is not null or deleted_at is not null),
      drop constraint product_organization_id_type_id_fkey,
      add constraint product_type foreign key (organization_id, type_id) references list_item
        on delete set null (type_id)`.execute(db);
}
