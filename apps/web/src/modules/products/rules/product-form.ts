import { syncStatuses } from "@homeroom/contract/catalogue-sync";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import {
  type EditProductForm,
  type ProductRow,
  type ProductSort,
  productSorts,
  productStatuses,
} from "@homeroom/contract/products";

/** A picture on the form: its file id and its address. */
export interface ShownPicture {
  fileID: FileId;
  url: string;
}

/** The initial values of a new product. The id makes sending the form twice add only one product. */
export function emptyProduct(recordID: RecordId, currency: CurrencyCode) {
  return {
    recordID,
    retailerID: "",
    name: "",
    salesName: "",
    typeID: "",
    price: "",
    currency,
    images: [] as FileId[],
    description: "",
    kind: "online",
    validDays: null,
    expiryDate: null,
    lessons: null,
    productURL: "",
    status: "active",
  } as const;
}

/** The form of an existing product. */
export function formOf(product: ProductRow): EditProductForm & { images: FileId[] } {
  return {
    recordID: product.recordID,
    version: product.version,
    ...fieldsOf(product),
    retailerID: product.retailerID,
  };
}

/** A copy of an existing product, under a new name. */
export function copyOf(product: ProductRow, { recordID, name }: { recordID: RecordId; name: string }) {
  return { ...fieldsOf(product), recordID, name: name.slice(0, 100), retailerID: "" };
}

function fieldsOf(product: ProductRow) {
  const { name, salesName, type, price, currency, images, description, kind, validDays, expiryDate, lessons } = product;
  return {
    ...{ name, salesName, price, currency, description, kind, validDays, expiryDate, lessons },
    typeID: type.recordID,
    images: images.map(({ fileID }) => fileID),
    productURL: product.productURL,
    status: product.status,
  };
}

/** The request from the address; unknown values are ignored. */
export function queryOf(values: Readonly<Record<string, readonly string[]>>, keywords: string) {
  const status = productStatuses.find((one) => values.status?.includes(one));
  const syncStatus = syncStatuses.find((one) => values.syncStatus?.includes(one));
  const type = (values.type ?? []).filter((id) => /^[0-9a-f-]{36}$/i.test(id)) as RecordId[];
  return {
    ...(keywords && { keywords: keywords.slice(0, 100) }),
    ...(type.length > 0 && { type: type.slice(0, 20) }),
    ...(status && { status }),
    ...(syncStatus && { syncStatus }),
  };
}

/** The sort of the table from an address such as `-price`; undefined: the order set by staff. */
export function sortOf(text: string | null): { key: ProductSort; descending: boolean } | undefined {
  const key = productSorts.find((one) => one !== "sort" && one === text?.replace(/^-/, ""));
  return key && { key, descending: text?.startsWith("-") === true };
}

/** The product that one follows after it was dropped on another; undefined if nothing changes. */
export function placeBehind(
  ids: readonly RecordId[],
  { from, to }: { from: number; to: number },
): RecordId | null | undefined {
  const place = Math.max(0, Math.min(ids.length - 1, to));
  if (place === from) return undefined;
  return place < from ? (ids[place - 1] ?? null) : ids[place];
}
