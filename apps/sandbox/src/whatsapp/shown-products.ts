import type { Catalogues } from "../catalogue/catalogues.ts";
import type { Channel } from "./channel.ts";
import { GraphRefusal } from "./graph-errors.ts";
import type { OutgoingContent } from "./outgoing-content.ts";
import { asText, type Fields, isObject } from "./read-fields.ts";

/** A product as the customer's phone shows it: from the catalogue, not from the message. */
export interface ShownProduct {
  catalogueId: string;
  id: string;
  title: string;
  /** As in the catalogue: "9.99 HKD". */
  price: string;
  image: string;
}

/** The products of a product message or list; undefined for other messages. Throws for products not in the catalogue. */
export function shownProducts(
  catalogues: Catalogues,
  channel: Channel,
  { kind, body }: OutgoingContent,
): ShownProduct[] | undefined {
  if (kind !== "interactive" || !isObject(body) || !isObject(body.action)) return undefined;
  if (body.type !== "product" && body.type !== "product_list") return undefined;
  const { action } = body;
  const catalogueId = asText(action.catalog_id);
  if (catalogueId !== channel.catalogueId)
    throw new GraphRefusal("badParameter", `Catalog ${catalogueId} is not connected to this phone number`);
  const known = new Map(catalogues.products(catalogueId).map((product) => [product.id, product]));
  return retailerIds(action).map((id) => {
    const data = known.get(id)?.data;
    if (data === undefined) throw new GraphRefusal("badParameter", `Products not found in FB Catalog: ${id}`);
    return { catalogueId, id, title: asText(data.title), price: asText(data.price), image: asText(data.image_link) };
  });
}

/** A line of a customer's cart. A product that is not in the catalogue is named by its retailer ID. */
export interface CartLine {
  title: string;
  quantity: number;
  price: string;
  image: string;
}

/** The lines of a cart that a customer sent, as their phone shows them; undefined for other messages. */
export function cartLines(
  catalogues: Catalogues,
  { kind, body }: { kind: string; body: unknown },
): CartLine[] | undefined {
  if (kind !== "order" || !isObject(body) || !Array.isArray(body.product_items)) return undefined;
  const known = new Map(catalogues.products(asText(body.catalog_id)).map(({ id, data }) => [id, data]));
  return body.product_items.filter(isObject).map((item) => {
    const id = asText(item.product_retailer_id);
    const data = known.get(id) ?? {};
    const price = `${asText(item.currency)} ${Number(item.item_price).toLocaleString("en")}`;
    return { title: asText(data.title, id), quantity: Number(item.quantity), price, image: asText(data.image_link) };
  });
}

/** A cart with the first products of the number's catalogue; undefined without a catalogue. */
export function sampleCart(catalogues: Catalogues, catalogueId: string): Fields | undefined {
  const items = catalogues
    .products(catalogueId)
    .slice(0, 2)
    .map(({ id, data }, index) => {
      const [amount, currency] = asText(data.price).split(" ");
      return { product_retailer_id: id, quantity: index + 1, item_price: Number(amount), currency };
    });
  return items.length === 0 ? undefined : { catalog_id: catalogueId, text: "", product_items: items };
}

function retailerIds(action: Record<string, unknown>): string[] {
  if (typeof action.product_retailer_id === "string") return [action.product_retailer_id];
  const sections = Array.isArray(action.sections) ? action.sections.filter(isObject) : [];
  return sections
    .flatMap(({ product_items: items }): unknown[] => (Array.isArray(items) ? items : []))
    .filter(isObject)
    .map((item) => asText(item.product_retailer_id));
}
