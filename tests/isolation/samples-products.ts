import { catalogueSync } from "@homeroom/contract/catalogue-sync";
import { RecordId } from "@homeroom/contract/ids";
import { products } from "@homeroom/contract/products";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

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
  info: of(products.info, {
    requests: ({ productId }) => [{ recordID: productId }],
    expect: "missing",
    walls,
    shows: ({ productName }) => productName,
  }),
  add: of(products.add, {
    requests: (rows) => [{ ...form(rows), recordID: RecordId.parse(v7()) }],
    expect: "blank",
    walls,
    mixed: (mine, theirs) => [
      { ...form(mine), typeID: theirs.productTypeId },
      { ...form(mine), images: [theirs.productImageId] },
      { ...form(mine), images: [theirs.fileId] },
      { ...form(mine), recordID: theirs.productId },
    ],
  }),
  edit: of(products.edit, {
    requests: ({ productId }) => [{ recordID: productId, name: "提琴課" }],
    expect: "missing",
    walls,
    mixed: ({ productId }, theirs) => [
      { recordID: productId, typeID: theirs.productTypeId },
      { recordID: productId, images: [theirs.productImageId] },
    ],
  }),
  setStatus: of(products.setStatus, {
    requests: ({ productId }) => [{ recordID: productId, status: "inactive" as const }],
    expect: "missing",
    walls,
  }),
  remove: of(products.remove, {
    requests: ({ productId }) => [{ ids: [productId] }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.productId, theirs.productId] }],
  }),
  restore: of(products.restore, {
    requests: ({ productId }) => [{ ids: [productId] }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.productId, theirs.productId] }],
  }),
  move: of(products.move, {
    requests: ({ productId, secondProductId }) => [{ recordID: productId, afterID: secondProductId }],
    expect: "missing",
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
  list: of(catalogueSync.list, {
    requests: () => [{}],
    expect: "blank",
    walls,
    shows: ({ catalogueSyncId }) => catalogueSyncId,
  }),
  items: of(catalogueSync.items, {
    requests: ({ catalogueSyncId }) => [{ taskID: catalogueSyncId, pageSize: 100 }],
    expect: "missing",
    walls,
    shows: ({ productName }) => productName,
  }),
};
