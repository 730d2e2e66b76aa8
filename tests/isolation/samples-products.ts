import { catalogueSync } from "@homeroom/contract/catalogue-sync";
import { products } from "@homeroom/contract/products";
import { newId } from "./new-id.ts";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** The catalogue is the organisation's: all its branches sell the same. */
const walls = organizationOnly;

const form = ({ productTypeId, productImageId }: Rows) => ({
  name: "鋼琴課",
  typeID: productTypeId,
  price: 100,
  images: [productImageId],
});

export const productSamples: Samples["products"] = {
  list: of(products.list, {
    requests: ({ productName, productTypeId }) => [
      { pageSize: 100 },
      { keywords: productName },
      { type: [productTypeId] },
    ],
    expect: "blank",
    walls,
    shows: ({ productId }) => productId,
  }),
  info: named(products.info, ({ productId }) => ({ recordID: productId }), {
    walls,
    shows: ({ productName }) => productName,
  }),
  add: of(products.add, {
    requests: (rows) => [{ ...form(rows), recordID: newId() }],
    expect: "blank",
    walls,
    mixed: (mine, theirs) => [
      { ...form(mine), typeID: theirs.productTypeId },
      { ...form(mine), images: [theirs.productImageId] },
      { ...form(mine), images: [theirs.fileId] },
      { ...form(mine), recordID: theirs.productId },
    ],
  }),
  edit: named(products.edit, ({ productId }) => ({ recordID: productId, name: "提琴課" }), {
    walls,
    mixed: ({ productId }, theirs) => [
      { recordID: productId, typeID: theirs.productTypeId },
      { recordID: productId, images: [theirs.productImageId] },
    ],
  }),
  setStatus: named(products.setStatus, ({ productId }) => ({ recordID: productId, status: "inactive" as const }), {
    walls,
  }),
  remove: named(products.remove, ({ productId }) => ({ ids: [productId] }), {
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.productId, theirs.productId] }],
  }),
  restore: named(products.restore, ({ productId }) => ({ ids: [productId] }), {
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.productId, theirs.productId] }],
  }),
  move: named(products.move, ({ productId, secondProductId }) => ({ recordID: productId, afterID: secondProductId }), {
    walls,
    mixed: (mine, theirs) => [
      { recordID: mine.productId, afterID: theirs.productId },
      { recordID: theirs.productId, afterID: mine.productId },
    ],
  }),
  exportAll: rowless(products.exportAll, { format: "csv" }),
  uploadImage: rowless(products.uploadImage, {}, { file: picture }),
};

export const catalogueSyncSamples: Samples["catalogueSync"] = {
  // Neither organisation has a catalogue here, and the call names none: sync.test.ts starts one.
  start: rowless(catalogueSync.start, {}, { inside: "503 FEATURE_NOT_SET_UP" }),
  list: rowless(catalogueSync.list, {}, { shows: ({ catalogueSyncId }) => catalogueSyncId }),
  items: named(catalogueSync.items, ({ catalogueSyncId }) => ({ taskID: catalogueSyncId, pageSize: 100 }), {
    walls,
    shows: ({ productName }) => productName,
  }),
};
