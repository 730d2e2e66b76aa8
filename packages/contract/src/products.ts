import { z } from "zod";
import { syncReasons, syncStatuses } from "./catalogue-sync.ts";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { FileId, RecordId } from "./ids.ts";
import { Amount, CurrencyCode } from "./money.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { editedFields } from "./some-fields.ts";
import { writtenFields } from "./written-fields.ts";

/** An inactive product is not offered for sale. */
export const productStatuses = ["active", "inactive"] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** How long a purchase may be used: always, for some days after the purchase, or until a day. */
export const productKinds = ["online", "validity", "expiry"] as const;
export type ProductKind = (typeof productKinds)[number];

/** The most products of an organisation, and the most pictures of a product. */
export const productLimits = { products: 2000, images: 10, validDays: 3650, lessons: 1000 } as const;

const ProductId = RecordId;

/** An empty id is a missing picture. */
const PictureId = z
  .uuid({ error: ({ input }) => (input === "" ? "PRODUCT_IMAGE_REQUIRED" : undefined) })
  .brand<"FileId">();

const RetailerId = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\w.:-]*$/);

/**
 * Without a retailer ID the product is given one. `validDays` is required for the kind `validity` and `expiryDate` for
 * `expiry`; for other kinds they are dropped. Without a currency the product uses the organisation's.
 */
const ProductForm = z.object({
  /** May be proposed for a new product, so that a create can be repeated safely. */
  recordID: ProductId.optional(),
  retailerID: RetailerId.default(""),
  name: z.string().trim().min(1, "PRODUCT_NAME_REQUIRED").max(100),
  /** The name that customers see; empty: the name. */
  salesName: z.string().trim().max(100).default(""),
  typeID: z.union([RecordId, z.literal("")]).refine((id): id is RecordId => id !== "", "PRODUCT_TYPE_REQUIRED"),
  price: z.union([Amount, z.literal("")]).refine((price): price is number => price !== "", "PRODUCT_PRICE_REQUIRED"),
  currency: CurrencyCode.optional(),
  /** The fileIDs of its pictures, from UploadProductImage; the first one is shown in lists. */
  images: z.array(PictureId).min(1, "PRODUCT_IMAGE_REQUIRED").max(productLimits.images),
  description: z.string().trim().max(2000).default(""),
  /** Left out: the kind of whichever of the next two fields is sent, otherwise `online`. */
  kind: z.enum(productKinds).optional(),
  validDays: z.number().int().min(1).max(productLimits.validDays).nullable().default(null),
  expiryDate: z.iso.date().nullable().default(null),
  /** How many lessons it includes; null if it is not a package of lessons. */
  lessons: z.number().int().min(1).max(productLimits.lessons).nullable().default(null),
  productURL: z.union([z.literal(""), z.url({ protocol: /^https$/ }).max(2000)]).default(""),
  status: z.enum(productStatuses).default("active"),
});

export const AddProductForm = ProductForm;
export type AddProductForm = z.infer<typeof AddProductForm>;

/**
 * Fields that are left out stay as they are. An edit that names the version it began with is refused if somebody has saved
 * since.
 */
export const EditProductForm = z.object(editedFields(ProductForm.shape)).partial().extend({
  recordID: ProductId,
  version: z.number().int().optional(),
});
export type EditProductForm = z.infer<typeof EditProductForm>;

const ProductImage = z.object({ fileID: FileId, url: z.string() });

const ProductRow = z.object({
  recordID: ProductId,
  retailerID: z.string(),
  name: z.string(),
  salesName: z.string(),
  type: z.object({ recordID: RecordId, name: z.string() }),
  price: z.number(),
  currency: CurrencyCode,
  images: z.array(ProductImage),
  description: z.string(),
  kind: z.enum(productKinds),
  validDays: z.number().int().nullable(),
  expiryDate: z.string().nullable(),
  lessons: z.number().int().nullable(),
  /** Its last day is over: it is no longer sold, whatever its status. */
  isExpired: z.boolean(),
  productURL: z.string(),
  status: z.enum(productStatuses),
  /** Its state in the Facebook catalogues; with several, the one that needs most attention. */
  syncStatus: z.enum(syncStatuses),
  syncReason: z.enum(syncReasons).nullable(),
  /** Meta's own message; may be empty. */
  syncDetail: z.string(),
  syncTime: z.string().nullable(),
  ...writtenFields,
});
export type ProductRow = z.infer<typeof ProductRow>;

const ProductFilters = z.object({
  /** Part of the name, the sales name, the retailer ID or the description. */
  keywords: z.string().trim().max(100).optional(),
  type: z.array(RecordId).max(20).optional(),
  status: z.enum(productStatuses).optional(),
  syncStatus: z.enum(syncStatuses).optional(),
});
export type ProductFilters = z.infer<typeof ProductFilters>;

/** `sort`: the order that staff gave them. */
export const productSorts = ["sort", "name", "salesName", "price", "createTime", "updateTime"] as const;
export type ProductSort = (typeof productSorts)[number];

const exportFormats = ["xlsx", "csv"] as const;

const recordID = z.object({ recordID: ProductId });
const ids = z.object({ ids: z.array(ProductId).min(1).max(100) });

/** A product's type and pictures by their ids, under the names that other programs use. */
const alsoNamed = { type: "typeID", category: "typeID", image: "images" } as const;

/** What an organisation sells: one catalogue for all its branches. */
export const products = {
  list: endpoint("POST /api_basic/Product/ProductList", {
    summary: "The products, in the order set by staff unless another is requested.",
    access: "sale:product:query",
    request: PageRequest.extend({
      ...ProductFilters.shape,
      sortBy: z.enum(productSorts).default("sort"),
      sortOrder: z.enum(["asc", "desc"]).default("asc"),
    }),
    response: pageOf(ProductRow).extend({
      /** The currency of the organisation's country, in which a new product is priced. */
      currency: CurrencyCode,
    }),
  }),
  info: endpoint("GET /api_basic/Product/ProductInfo", {
    summary: "One product.",
    access: "sale:product:query",
    request: recordID,
    response: ProductRow,
  }),
  add: endpoint("POST /api_basic/Product/AddProduct", {
    summary: "Adds a product at the end of the catalogue.",
    access: "sale:product:add",
    request: AddProductForm,
    alsoNamed,
    response: recordID,
    errors: [
      "PRODUCT_NAME_REQUIRED",
      "PRODUCT_TYPE_REQUIRED",
      "PRODUCT_PRICE_REQUIRED",
      "PRODUCT_IMAGE_REQUIRED",
      "PRODUCT_EXPIRY_NOT_FUTURE",
      "PRODUCT_RETAILER_ID_TAKEN",
      "SETTING_LIMIT_REACHED",
    ],
  }),
  edit: endpoint("POST /api_basic/Product/EditProduct", {
    summary: "Changes a product. Existing orders keep their name and price.",
    access: "sale:product:edit",
    request: EditProductForm,
    alsoNamed,
    response: z.null(),
    errors: [
      "PRODUCT_NAME_REQUIRED",
      "PRODUCT_TYPE_REQUIRED",
      "PRODUCT_PRICE_REQUIRED",
      "PRODUCT_IMAGE_REQUIRED",
      "PRODUCT_EXPIRY_NOT_FUTURE",
      "PRODUCT_RETAILER_ID_TAKEN",
      "STALE_DATA",
    ],
  }),
  setStatus: endpoint("GET /api_basic/Product/UpdateProductStatus", {
    summary: "Offers a product for sale (active) or not (inactive).",
    access: "sale:product:status",
    request: recordID.extend({ status: z.enum(productStatuses) }),
    response: z.null(),
    errors: ["PRODUCT_IMAGE_REQUIRED", "PRODUCT_EXPIRY_NOT_FUTURE"],
  }),
  remove: endpoint("GET /api_basic/Product/DeleteProduct", {
    summary: "Deletes products that were never sold, all or none. They can be restored.",
    access: "sale:product:delete",
    request: ids,
    response: z.null(),
    errors: ["PRODUCT_HAS_TRANSACTIONS"],
  }),
  restore: endpoint("POST /api_basic/Product/RestoreProduct", {
    summary: "Restores deleted products to their place; products that are not deleted stay unchanged.",
    access: "sale:product:delete",
    request: ids,
    response: z.null(),
    errors: ["PRODUCT_RETAILER_ID_TAKEN", "PRODUCT_TYPE_REQUIRED", "SETTING_LIMIT_REACHED"],
  }),
  move: endpoint("POST /api_basic/Product/MoveProduct", {
    summary: "Moves a product behind another one, or to the top.",
    access: "sale:product:edit",
    request: recordID.extend({ afterID: ProductId.nullable() }),
    response: z.null(),
  }),
  exportAll: endpoint("GET /api_basic/Product/Export", {
    summary: "The products of the list as a file, with the columns that an import reads.",
    access: "sale:product:export",
    request: ProductFilters.extend({ format: z.enum(exportFormats).default("xlsx") }),
    response: z.null(),
    answer: "binary",
  }),
  uploadImage: endpoint("POST /api_basic/Product/UploadProductImage", {
    summary: "Stores a picture of a product.",
    access: ["sale:product:add", "sale:product:edit"],
    body: "file",
    request: z.object({}),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 8 * 1024 * 1024 },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
};
