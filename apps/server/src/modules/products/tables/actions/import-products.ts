import { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { customLists } from "@homeroom/contract/media";
import { AddProductForm } from "@homeroom/contract/products";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { ImportFault, ImportKind, ImportTemplate, WrittenRow } from "#modules/imports/public";
import { addMissingItems, itemsOf } from "#modules/lists/public";
import { type Actor, can, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { insertProduct } from "../../actions/add-product.ts";
import { lockCatalogue } from "../../actions/lock-catalogue.ts";
import { refusingTakenRetailerId } from "../../actions/refuse-taken-retailer-id.ts";
import { writeProduct } from "../../actions/write-product.ts";
import type { ProductUses } from "../../port.ts";
import { loadProduct } from "../../queries/products.ts";
import { formOf, type Product, type WholeForm } from "../../rules.ts";
import { type ProductRowRead, productFileWords, productNotes, productTable, readProductCells } from "../rules.ts";
import { undoProducts } from "./undo-products.ts";

interface ProductImport {
  actor: Actor;
  scope: Scope;
  language: Language;
  skipDuplicates: boolean;
  updateExisting: boolean;
  types: Awaited<ReturnType<typeof itemsOf>>;
}

/** Products as a kind of import: the same rules as the form, but that new ones have no picture and are inactive. */
export function productImport(uses: readonly ProductUses[]): ImportKind {
  return {
    name: "product",
    permissions: ["sale:product:import"],
    audit: "product",
    fields: productTable,
    async begin(_tx, { actor, language, options }) {
      requirePermission(actor, "sale:product:import");
      requirePermission(actor, "sale:product:add");
      const updateExisting = options["updateExisting"] === true;
      if (updateExisting) requirePermission(actor, "sale:product:edit");
      const given = { actor, language, updateExisting, skipDuplicates: options["skipDuplicates"] === true };
      return {
        read: (cells) => readProductCells(cells, language),
        write: (tx, rows) => writeRows(tx, given, rows as readonly ProductRowRead[]),
      };
    },
    undo: (tx, { actor }, records) => undoProducts(tx, actor, { records, uses }),
    template: (tx, { actor, language }) => productTemplate(tx, actor, language),
  };
}

/** The rows one after the other, in the order of the file; a row that is refused leaves nothing behind. */
async function writeRows(
  tx: Tx,
  given: Omit<ProductImport, "scope" | "types">,
  rows: readonly ProductRowRead[],
): Promise<WrittenRow[]> {
  const scope = sharedScope(given.actor);
  const list = customLists.productTypes;
  await lockCatalogue(tx, scope);
  await addMissingItems(tx, given.actor, { list, names: rows.flatMap(({ typeName }) => typeName || []) });
  const means = { ...given, scope, types: await itemsOf(tx, scope, list) };
  const written: WrittenRow[] = [];
  for (const row of rows) {
    await sql`savepoint product_row`.execute(tx);
    try {
      written.push(await refusingTakenRetailerId(() => writeRow(tx, means, row)));
      await sql`release savepoint product_row`.execute(tx);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`rollback to savepoint product_row`.execute(tx);
      written.push({ outcome: "invalid", faults: faultsOf(error) });
    }
  }
  return written;
}

function faultsOf({ code, data, fields }: AppError): ImportFault[] {
  if (fields.length === 0) return [{ field: "", name: code, data }];
  return fields.map((fault) => ({ ...fault, field: fault.field === "typeID" ? "type" : fault.field }));
}

async function writeRow(tx: Tx, means: ProductImport, row: ProductRowRead): Promise<WrittenRow> {
  const { scope, skipDuplicates, updateExisting } = means;
  const known = await knownProduct(tx, scope, row);
  if (!known) return createProduct(tx, means, row);
  if (skipDuplicates) return { outcome: "skipped", recordId: known.product_id };
  if (updateExisting) return updateProduct(tx, means, { row, known });
  const field = row.sent.retailerID ? "retailerID" : "name";
  const name = row.sent.retailerID ? "PRODUCT_RETAILER_ID_TAKEN" : "SETTING_ITEM_DUPLICATE";
  return { outcome: "invalid", faults: [{ field, name }] };
}

/** The product with the row's ID or, where the row has none, with its name; held. */
async function knownProduct(tx: Tx, scope: Scope, { sent }: ProductRowRead): Promise<Product | undefined> {
  const { retailerID, name = "" } = sent;
  const all = tx
    .selectFrom("product")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null);
  const same = retailerID
    ? all.where("retailer_id", "=", retailerID)
    : all.where(sql<boolean>`lower(name) = ${name.toLowerCase()}`);
  return same.orderBy("product_id").limit(1).forUpdate().executeTakeFirst();
}

async function createProduct(tx: Tx, means: ProductImport, { sent, typeName }: ProductRowRead): Promise<WrittenRow> {
  const { actor, scope, language } = means;
  const recordID = RecordId.parse(v7());
  const typeID = typeIdOf(means, typeName);
  if (sent.price === undefined) throw missing("price", "PRODUCT_PRICE_REQUIRED");
  const draft = AddProductForm.omit({ images: true }).parse({ ...sent, typeID, recordID });
  const form = { ...draft, images: [], status: "inactive" as const };
  await insertProduct(tx, { actor, scope, form, productId: recordID });
  const message = productFileWords.needsPicture[language];
  return {
    outcome: "created",
    recordId: recordID,
    version: 1,
    ...(sent.status === "active" && { remarks: [{ field: "status", message }] }),
  };
}

/** What the row holds replaces what is there; empty cells and columns that are left out change nothing. */
async function updateProduct(
  tx: Tx,
  means: ProductImport,
  { row, known }: { row: ProductRowRead; known: Product },
): Promise<WrittenRow> {
  const { actor, scope } = means;
  const before = formOf(known);
  const typed = row.typeName ? { typeID: typeIdOf(means, row.typeName) } : {};
  const form = withSent<WholeForm>(before, { ...row.sent, ...typed });
  if (form.status !== before.status) requirePermission(actor, "sale:product:status");
  await writeProduct(tx, { actor, scope, product: known, form, action: "edited" });
  const { version } = await loadProduct(tx, scope, known.product_id);
  if (version === known.version) return { outcome: "skipped", recordId: known.product_id };
  return { outcome: "updated", recordId: known.product_id, version, before: { ...before } };
}

function typeIdOf({ types }: ProductImport, name: string): RecordId {
  if (name === "") throw missing("typeID", "PRODUCT_TYPE_REQUIRED");
  const found = types.find(({ names }) => names.some((one) => one.toLowerCase() === name.trim().toLowerCase()));
  if (!found) throw missing("typeID", "FIELD_INVALID");
  return found.item_id;
}

function missing(field: string, name: "PRODUCT_TYPE_REQUIRED" | "PRODUCT_PRICE_REQUIRED" | "FIELD_INVALID"): AppError {
  return new AppError(name, {}, { fields: [{ field, name }] });
}

/** The template of products: a sample, what each column takes, and the types that may be chosen at this moment. */
async function productTemplate(tx: Tx, actor: Actor, language: Language): Promise<ImportTemplate> {
  const types = (await itemsOf(tx, sharedScope(actor), customLists.productTypes)).map(({ shownName }) => shownName);
  const notes = Object.fromEntries(Object.entries(productNotes).map(([field, texts]) => [field, texts[language]]));
  const sample = {
    name: productFileWords.sampleName[language],
    type: types[0] ?? "",
    price: "3600",
    retailerID: "PIANO-01",
    lessons: "10",
    validDays: "180",
  };
  // A list in the cell would keep people from naming a new one.
  const choices: ImportTemplate["choices"] = can(actor, "org:field:add") ? {} : { type: types };
  return { fileName: `${productFileWords.template[language]}.xlsx`, samples: [sample], notes, choices };
}
