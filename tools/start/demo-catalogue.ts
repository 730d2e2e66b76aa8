import {
  type DemoProduct,
  demoProducts,
  productPageOf,
  productPicture,
  retailerIdAt,
} from "../../database/seed/demo-products.ts";
import { channels } from "../../database/seed/places.ts";

/**
 * Adds the products that are marked as synced in the demo's database to the sandbox's Facebook catalogue, so that they can
 * be sent in a chat. A catalogue with products is left alone, and so is a sandbox with other numbers.
 */
export async function fillDemoCatalogue(sandbox: string): Promise<void> {
  const { settings, secrets } = channels.whatsapp;
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${sandbox}/${settings.catalogueId}/${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${secrets.accessToken}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { data?: unknown[] };
  };
  if ((await call("products")).data?.length !== 0) return;
  const requests = demoProducts.flatMap((product, index) =>
    product.inactive ? [] : [{ method: "UPDATE", data: itemOf(product, retailerIdAt(index)) }],
  );
  await call("items_batch", { item_type: "PRODUCT_ITEM", allow_upsert: true, requests });
}

function itemOf(product: DemoProduct, id: string) {
  return {
    id,
    title: product.salesName,
    description: product.description,
    ...{ availability: "in stock", condition: "new" },
    price: `${product.price} TWD`,
    link: productPageOf(product),
    // The signed address of the stored picture would expire, so the picture itself is sent.
    image_link: `data:image/svg+xml;utf8,${encodeURIComponent(productPicture(product))}`,
  };
}
