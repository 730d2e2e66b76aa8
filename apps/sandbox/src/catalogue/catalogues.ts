import { randomBytes } from "node:crypto";
import { GraphRefusal } from "../whatsapp/graph-errors.ts";
import { asText, type Fields, isObject, readList } from "../whatsapp/read-fields.ts";

/** A product in Commerce Manager, with the fields of the request. */
export interface CatalogueProduct {
  catalogueId: string;
  id: string;
  data: Fields;
}

interface ItemError {
  id: string;
  message: string;
}

interface Batch {
  catalogueId: string;
  errors: ItemError[];
  finishesAt: number;
}

export interface Catalogues {
  /**
   * Accepts a batch. It is processed at once and reported as finished after `delayMs`. Throws for batches that Meta refuses as
   * a whole.
   */
  submit(catalogueId: string, body: Fields, delayMs: number): { handle: string; invalid: ItemError[] };
  /** The progress of a batch; undefined for an unknown handle. */
  status(catalogueId: string, handle: string): { finished: boolean; errors: ItemError[] } | undefined;
  products(catalogueId: string): CatalogueProduct[];
  all(): CatalogueProduct[];
  restore(products: readonly CatalogueProduct[]): void;
}

const MOST_ITEMS = 5_000;

/** The part of Commerce Manager's catalogues that `items_batch` fills. */
export function createCatalogues(): Catalogues {
  const products = new Map<string, CatalogueProduct>();
  const batches = new Map<string, Batch>();
  const keyOf = (catalogueId: string, id: string) => `${catalogueId} ${id}`;

  const put = (catalogueId: string, data: Fields): ItemError | undefined => {
    const id = asText(data.id);
    // Like a picture that Meta cannot fetch: detected later, and only this item fails.
    if (/refused|被拒絕/i.test(`${id} ${asText(data.title)}`))
      return { id, message: "The image could not be downloaded." };
    products.set(keyOf(catalogueId, id), { catalogueId, id, data });
    return undefined;
  };
  const remove = (catalogueId: string, id: string): ItemError | undefined =>
    products.delete(keyOf(catalogueId, id)) ? undefined : { id, message: `Product item ${id} does not exist.` };

  return {
    submit(catalogueId, body, delayMs) {
      if (asText(body.item_type) !== "PRODUCT_ITEM") {
        throw new GraphRefusal("invalidParameter", "Param item_type must be one of {PRODUCT_ITEM}");
      }
      const requests = readList(body.requests, "requests", { min: 1, max: MOST_ITEMS }).filter(isObject);
      const invalid: ItemError[] = [];
      const errors: ItemError[] = [];
      for (const request of requests) {
        const data = isObject(request.data) ? request.data : {};
        const fault = faultOf(asText(request.method), data);
        if (fault !== undefined) invalid.push({ id: asText(data.id), message: fault });
        else {
          const error = request.method === "DELETE" ? remove(catalogueId, asText(data.id)) : put(catalogueId, data);
          if (error !== undefined) errors.push(error);
        }
      }
      const handle = `Ac${randomBytes(18).toString("base64url")}`;
      batches.set(handle, { catalogueId, errors, finishesAt: Date.now() + delayMs });
      return { handle, invalid };
    },
    status(catalogueId, handle) {
      const batch = batches.get(handle);
      if (batch?.catalogueId !== catalogueId) return undefined;
      return { finished: Date.now() >= batch.finishesAt, errors: batch.errors };
    },
    products: (catalogueId) => [...products.values()].filter((one) => one.catalogueId === catalogueId),
    all: () => [...products.values()],
    restore(kept) {
      products.clear();
      for (const one of kept) products.set(keyOf(one.catalogueId, one.id), one);
    },
  };
}

const REQUIRED = ["title", "description", "availability", "condition", "price", "link", "image_link"];
const WHOLE = ["TWD", "JPY", "KRW"];

/** The error that Meta finds at its first check; undefined if none. */
function faultOf(method: string, data: Fields): string | undefined {
  if (asText(data.id) === "") return "A required field is missing: id.";
  if (method === "DELETE") return undefined;
  if (method !== "CREATE" && method !== "UPDATE") return "The method must be one of CREATE, UPDATE, DELETE.";
  const missing = REQUIRED.find((name) => asText(data[name]) === "");
  if (missing !== undefined) return `A required field is missing: ${missing}.`;
  const [, amount = "", currency = ""] = /^(\d+(?:\.\d{1,2})?) ([A-Z]{3})$/.exec(asText(data.price)) ?? [];
  if (amount === "") return "The price must be a number followed by a currency code, such as 9.99 USD.";
  if (WHOLE.includes(currency) && amount.includes(".")) return `The price in ${currency} may have no decimals.`;
  return undefined;
}
