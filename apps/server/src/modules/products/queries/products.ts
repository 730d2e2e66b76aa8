import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { ProductFilters } from "@homeroom/contract/products";
import type { Schema } from "@homeroom/database/schema";
import { type SelectQueryBuilder, sql } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { readCursor, writeCursor } from "#platform/paging/cursor";
import type { Product } from "../rules.ts";
import { syncStatusOf } from "../sync/queries.ts";

export interface ProductPage extends ProductFilters {
  /** The organisation's day. */
  today: string;
  pageNum: number;
  pageSize: number;
  cursor?: string | undefined;
}

/** A page of the products in their order. */
export async function listProducts(
  tx: Tx,
  scope: Scope,
  page: ProductPage,
): Promise<{ products: Product[]; total: number; nextCursor: string | null }> {
  const matching = matchingProducts(tx, scope, page);
  const cursor = page.cursor ? readCursor(page.cursor) : null;
  const rest = cursor
    ? matching.where(sql<boolean>`(sort, product_id) > (${sortOf(cursor.value)}, ${cursor.id}::uuid)`)
    : matching.offset((page.pageNum - 1) * page.pageSize);
  const found = await rest
    .selectAll()
    .orderBy("sort")
    .orderBy("product_id")
    .limit(page.pageSize + 1)
    .execute();
  const counted = await matching.select(sql<number>`count(*)::int`.as("total")).executeTakeFirst();
  const products = found.slice(0, page.pageSize);
  const last = found.length > page.pageSize ? products.at(-1) : undefined;
  return {
    products,
    total: counted?.total ?? 0,
    nextCursor: last ? writeCursor({ value: String(last.sort), id: last.product_id }) : null,
  };
}

/** All products that the filters keep, in their order: for an export. */
export function allProducts(tx: Tx, scope: Scope, filters: ProductFilters & { today: string }): Promise<Product[]> {
  return matchingProducts(tx, scope, filters).selectAll().orderBy("sort").orderBy("product_id").execute();
}

/** The first products of the catalogue with the words. */
export function findProducts(
  tx: Tx,
  scope: Scope,
  { keywords, limit }: { keywords: string; limit: number },
): Promise<Product[]> {
  // No day: no filter of this search asks for one.
  return matchingProducts(tx, scope, { keywords, today: "" })
    .selectAll()
    .orderBy("sort")
    .orderBy("product_id")
    .limit(limit)
    .execute();
}

function sortOf(value: string | null): number {
  const sort = Number(value);
  if (value === null || !Number.isInteger(sort) || Math.abs(sort) > 2_147_483_647) {
    throw new AppError("DATA_FORMAT_ERROR");
  }
  return sort;
}

/** The products that the filters keep, deleted ones left out. */
export function matchingProducts(
  tx: Tx,
  scope: Scope,
  filters: ProductFilters & { today: string },
): SelectQueryBuilder<Schema, "product", unknown> {
  let query = tx
    .selectFrom("product")
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null);
  if (filters.keywords) {
    const words = `%${filters.keywords.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where(
      sql<boolean>`(name ilike ${words} or sales_name ilike ${words} or retailer_id ilike ${words}
        or description ilike ${words})`,
    );
  }
  if (filters.type?.length) query = query.where(isOneOf("type_id", filters.type));
  if (filters.status) query = query.where("status", "=", filters.status);
  if (filters.syncStatus) query = query.where(sql<boolean>`${syncStatusOf(filters.today)} = ${filters.syncStatus}`);
  return query;
}

/** A product. Throws NOT_FOUND for one that is not there or was deleted. */
export async function loadProduct(tx: Tx, scope: Scope, id: RecordId): Promise<Product> {
  const found = await selectProducts(tx, scope, [id]).where("deleted_at", "is", null).executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The same, held until the transaction ends so that nobody else changes it meanwhile. */
export async function lockProduct(tx: Tx, scope: Scope, id: RecordId): Promise<Product> {
  const [product] = await lockProducts(tx, scope, [id]);
  if (!product || product.deleted_at) throw new AppError("NOT_FOUND");
  return product;
}

/** The products with these ids, deleted ones too, held in the order of their ids. */
export function lockProducts(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<Product[]> {
  return selectProducts(tx, scope, ids).orderBy("product_id").forUpdate().execute();
}

function selectProducts(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  return tx
    .selectFrom("product")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("product_id", ids));
}

/** How many products there are, and the place of the last one. */
export async function catalogueSize(tx: Tx, scope: Scope): Promise<{ count: number; lastSort: number }> {
  const found = await tx
    .selectFrom("product")
    .select([sql<number>`count(*)::int`.as("count"), sql<number>`coalesce(max(sort), 0)`.as("lastSort")])
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found ?? { count: 0, lastSort: 0 };
}

/** Which of these files are pictures of products already: those may be used again, as by a copy. */
export async function picturesAmong(tx: Tx, scope: Scope, ids: readonly FileId[]): Promise<Set<FileId>> {
  const found = await sql<{ id: FileId }>`
    select distinct picture.id from product, unnest(image_file_ids) as picture(id)
    where organization_id = ${scope.organizationId} and deleted_at is null
      and image_file_ids && ${sql.val([...ids])}::uuid[] and picture.id = any(${sql.val([...ids])}::uuid[])`.execute(
    tx,
  );
  return new Set(found.rows.map(({ id }) => id));
}
