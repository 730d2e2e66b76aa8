import type { CatalogueItem, CatalogueKeeper, CatalogueRequest, RefusedItem } from "#modules/products/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import { callGraph, pathId } from "./client.ts";
import { whatsappConfig } from "./config.ts";

/** The catalogue of Meta's Commerce Manager, opened with a WhatsApp number's token. `apiUrl` is WHATSAPP_API_URL. */
export function facebookCatalogue(apiUrl: string): CatalogueKeeper {
  const config = whatsappConfig(apiUrl);
  return {
    async submit(access, catalogueId, requests) {
      const body = { item_type: "PRODUCT_ITEM", allow_upsert: true, requests: requests.map(requestOf) };
      const path = `${pathId(catalogueId)}/items_batch`;
      const answer = await callGraph(config, access, { method: "POST", path, body, repeatable: true });
      return {
        handles: asList(answer.handles).flatMap((handle) => textOf(handle) ?? []),
        refused: asList(answer.validation_status).flatMap((told) => invalidOf(asRecord(told))),
      };
    },
    async resultOf(access, catalogueId, handle) {
      const path = `${pathId(catalogueId)}/check_batch_request_status?handle=${encodeURIComponent(handle)}`;
      const answer = await callGraph(config, access, { method: "GET", path, repeatable: true });
      const [told] = asList(answer.data).map(asRecord);
      // Meta keeps handles for days: an unknown one is over.
      if (!told) return [];
      if (textOf(told.status) !== "finished" && textOf(told.status) !== "error") return null;
      return asList(told.errors).flatMap((error) => errorOf(asRecord(error)));
    },
  };
}

function requestOf(request: CatalogueRequest): JsonRecord {
  if (request.method === "remove") return { method: "DELETE", data: { id: request.retailerId } };
  return { method: "UPDATE", data: dataOf(request.item) };
}

function dataOf({ retailerId, images, type, ...item }: CatalogueItem): JsonRecord {
  const [cover, ...more] = images;
  return {
    id: retailerId,
    ...item,
    availability: "in stock",
    condition: "new",
    image_link: cover,
    ...(more.length > 0 && { additional_image_link: more }),
    ...(type !== "" && { product_type: type }),
  };
}

/** Items that fail Meta's first check; warnings block nothing. */
function invalidOf(told: JsonRecord): RefusedItem[] {
  const errors = asList(told.errors).map(asRecord);
  const retailerId = textOf(told.retailer_id);
  if (retailerId === undefined || errors.length === 0) return [];
  return [{ retailerId, detail: errors.flatMap(({ message }) => textOf(message) ?? []).join(" ") }];
}

/** A batch error has its item's `id`. Removing a missing item is not an error for us. */
function errorOf(error: JsonRecord): RefusedItem[] {
  const retailerId = textOf(error.id) ?? textOf(error.retailer_id);
  const detail = textOf(error.message) ?? "";
  if (retailerId === undefined || /does not exist|not found/i.test(detail)) return [];
  return [{ retailerId, detail }];
}
