import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { ProductFilters, ProductSort } from "@homeroom/contract/products";
import type { Schema } from "@homeroom/database/schema";
import { type SelectQueryBuilder, sql } from "kysely";
import { containing } from "#platform/db/containing";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type CursorKind, cutPage, readCursor } from "#platform/paging/cursor";
import type { Product } from "../rules.ts";
import { syncStatusOf } from "../sync/queries.ts";

export interface ProductPage extends ProductFilters, PageRequest {
  /** Today in the organisation's time zone. */
  today: string;
  sortBy: ProductSort;
  sortOrder: "asc" | "desc";
}

/** The sort orders of products: the column, its type, and its valid texts in a cursor. */
const sorts = {
  sort: { column: "sort", type: "int", kind: "text", fits: /^-?\d{1,9}$/ },
  name: { column: "name", type: "text", kind: "text", fits: /^/ },
  salesName: { column: "sales_name", type: "text", kind: "text", fits: /^/ },
  price: { column: "price_minor", type: "bigint", kind: "text", fits: /^\d{1,15}$/ },
  createTime: { column: "created_at", type: "timestamptz", kind: "moment", fits: /^/ },
  updateTime: { column: "updated_at", type: "timestamptz", kind: "moment", fits: /^/ },
} as const satisfies Record<ProductSort, { column: keyof Product; type: string; kind: CursorKind; fits: RegExp }>;

/** A page of the products in the requested order. */
export async function listProducts(
  tx: Tx,
  scope: Scope,
  page: ProductPage,
): Promise<{ products: Product[]; total: number; nextCursor: string | null }> {
  const matching = matchingProducts(tx, scope, page);
  const column = sql.ref(sorts[page.sortBy].column);
  const rest = page.cursor
    ? matching.where(beyond(page, page.cursor))
    : matching.offset((page.pageNum - 1) * page.pageSize);
  const found = await rest
    .selectAll()
    .select(sql<string>`${column}::text`.as("sort_text"))
    .orderBy(column, page.sortOrder)
    .orderBy("product_id", page.sortOrder)
    .limit(page.pageSize + 1)
    .execute();
  const counted = await matching.select(sql<number>`count(*)::int`.as("total")).executeTakeFirst();
  const { rows: products, nextCursor } = cutPage(found, page.pageSize, (last) => ({
    value: last.sort_text,
    id: last.product_id,
  }));
  return {
    products,
    total: counted?.total ?? 0,
    nextCursor,
  };
}

/** The condition for rows after a cursor. Throws DATA_FORMAT_ERROR for a cursor of another order. */
function beyond({ sortBy, sortOrder }: ProductPage, cursor: string) {
  const { column, type, kind, fits } = sorts[sortBy];
  const { value, id } = readCursor(cursor, kind);
  if (value === null || !fits.test(value)) throw new AppError("DATA_FORMAT_ERROR");
  const sign = sql.raw(sortOrder === "asc" ? ">" : "<");
  return sql<boolean>`(${sql.ref(column)}, product_id) ${sign} (${value}::${sql.raw(type)}, ${id}::uuid)`;
}

/** All products that match the filters, in order, for an export. */
export function allProducts(tx: Tx, scope: Scope, filters: ProductFilters & { today: string }): Promise<Product[]> {
  return matchingProducts(tx, scope, filters).selectAll().orderBy("sort").orderBy("product_id").execute();
}

/** The first matching products of the catalogue. */
export function findProducts(
  tx: Tx,
  scope: Scope,
  { keywords, limit }: { keywords: string; limit: number },
): Promise<Product[]> {
  // No day: no filter of this search needs one.
  return matchingProducts(tx, scope, { keywords, today: "" })
    .selectAll()
    .orderBy("sort")
    .orderBy("product_id")
    .limit(limit)
    .execute();
}

/** The products that match the filters, without deleted ones. */
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
    const words = containing(filters.keywords);
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

/** A product. Throws NOT_FOUND if it does not exist or was deleted. */
export async function loadProduct(tx: Tx, scope: Scope, id: RecordId): Promise<Product> {
  const found = await selectProducts(tx, scope, [id]).where("deleted_at", "is", null).executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The same, locked until the transaction ends. */
export async function lockProduct(tx: Tx, scope: Scope, id: RecordId): Promise<Product> {
  const [product] = await lockProducts(tx, scope, [id]);
  if (!product || product.deleted_at) throw new AppError("NOT_FOUND");
  return product;
}

/** The products with these ids, deleted ones too, locked in the order of their ids. */
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

/** The number of products, and the position of the last one. */
export async function catalogueSize(tx: Tx, scope: Scope): Promise<{ count: number; lastSort: number }> {
  const found = await tx
    .selectFrom("product")
    .select([sql<number>`count(*)::int`.as("count"), sql<number>`coalesce(max(sort), 0)`.as("lastSort")])
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found ?? { count: 0, lastSort: 0 };
}

/** Which of these files are pictures of products already and can be used again, for example by a copy. */
export async function picturesAmong(tx: Tx, scope: Scope, ids: readonly FileId[]): Promise<Set<FileId>> {
  const found = await sql<{ id: FileId }>`
    select distinct picture.id from product, unnest(image_file_ids) as picture(id)
    where organization_id = ${scope.organizationId} and deleted_at is null
      and image_file_ids && ${sql.val([...ids])}::uuid[] and picture.id = any(${sql.val([...ids])}::uuid[])`.execute(
    tx,
  );
  return new Set(found.rows.map(({ id }) => id));
}
