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

/** A picture on the form: what is sent, and where it can be seen. */
export interface ShownPicture {
  fileID: FileId;
  url: string;
}

/** What a new product begins with. The id makes that a form that is sent twice adds one product. */
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

/** The form of a product that is there. */
export function formOf(product: ProductRow): EditProductForm & { images: FileId[] } {
  return {
    recordID: product.recordID,
    version: product.version,
    ...fieldsOf(product),
    retailerID: product.retailerID,
  };
}

/** A new product like one that is there, under a name of its own. */
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

/** What the address asks of the server; values that it does not know are left out. */
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

/** What the table is sorted by, of an address such as `-price`; undefined: as staff gave the order. */
export function sortOf(text: string | null): { key: ProductSort; descending: boolean } | undefined {
  const key = productSorts.find((one) => one !== "sort" && one === text?.replace(/^-/, ""));
  return key && { key, descending: text?.startsWith("-") === true };
}

/** Behind which product one stands after it was put at another's place; undefined where nothing changes. */
export function placeBehind(
  ids: readonly RecordId[],
  { from, to }: { from: number; to: number },
): RecordId | null | undefined {
  const place = Math.max(0, Math.min(ids.length - 1, to));
  if (place === from) return undefined;
  return place < from ? (ids[place - 1] ?? null) : ids[place];
}
