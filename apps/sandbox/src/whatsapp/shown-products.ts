import type { Catalogues } from "../catalogue/catalogues.ts";
import type { Channel } from "./channel.ts";
import { GraphRefusal } from "./graph-errors.ts";
import type { OutgoingContent } from "./outgoing-content.ts";
import { asText, isObject } from "./read-fields.ts";

/** A product as the customer's phone shows it: from the catalogue, not from the message. */
export interface ShownProduct {
  catalogueId: string;
  id: string;
  title: string;
  /** As the catalogue has it: "9.99 HKD". */
  price: string;
  image: string;
}

/** The products of a product message or list; undefined for anything else. Throws for those that the catalogue lacks. */
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

function retailerIds(action: Record<string, unknown>): string[] {
  if (typeof action.product_retailer_id === "string") return [action.product_retailer_id];
  const sections = Array.isArray(action.sections) ? action.sections.filter(isObject) : [];
  return sections
    .flatMap(({ product_items: items }): unknown[] => (Array.isArray(items) ? items : []))
    .filter(isObject)
    .map((item) => asText(item.product_retailer_id));
}
