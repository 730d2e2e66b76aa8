import type { MessageRow } from "@homeroom/contract/chat";
import type { CartProduct, SentProduct } from "@homeroom/contract/chat-products";
import type { FileId, MessageId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import { fileAddresses } from "#modules/files/public";
import { asList, asRecord, textOf } from "#platform/calls/read-json";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Inbox, NamedProduct } from "../../inbox.ts";
import type { Message } from "../writes/change-conversation.ts";

type Details = MessageRow["details"];
type MessageWithDetails = Pick<Message, "message_id" | "details" | "kind">;

/**
 * The details of messages for callers: without values that only later calls to the provider need, with the pictures of the
 * products that we sent, the products that a customer's cart or question names, and the orders made from carts.
 */
export async function presentDetails(
  { platform, products, orders }: Pick<Inbox, "platform" | "products" | "orders">,
  tx: Tx,
  { scope, messages }: { scope: Scope; messages: readonly MessageWithDetails[] },
): Promise<(message: MessageWithDetails) => Details> {
  const ids = [...new Set(messages.flatMap(namedIn))];
  const named = ids.length > 0 && products ? await products.named(tx, scope, ids) : new Map<string, NamedProduct>();
  const carts = messages.filter(({ kind }) => kind === "order").map(({ message_id: id }) => id);
  const ordered = carts.length > 0 && orders ? await orders.ofCarts(tx, scope, carts) : new Map<MessageId, string>();
  const files = [
    ...messages.flatMap(({ details }) => sentIn(details)).map(({ imageFileID }) => imageFileID),
    ...[...named.values()].map(({ imageFileId }) => imageFileId),
  ].filter((id) => id !== null);
  const pictures = await fileAddresses(platform)(tx, scope, [...new Set(files)]);
  const pictureOf = (id: FileId | null) => (id && pictures.get(id)) ?? null;
  const productOf = (retailerId: string): CartProduct | undefined => {
    const found = named.get(retailerId);
    if (!found) return undefined;
    const { name, priceMinor, currency, imageFileId } = found;
    return { name, price: fromMinor(priceMinor, currency), currency, picture: pictureOf(imageFileId) };
  };
  return (message) => {
    const orderID = ordered.get(message.message_id);
    const { quoteToken, readToken: _, ...details } = message.details;
    const sent = sentIn(details);
    return {
      ...details,
      // Of a quote token only whether there is one.
      ...(quoteToken !== undefined && { quotable: true }),
      ...(sent.length > 0 && { products: sent.map((one) => ({ ...one, picture: pictureOf(one.imageFileID) })) }),
      ...(message.kind === "order" && { items: asList(details["items"]).map((item) => withProduct(item, productOf)) }),
      ...(orderID !== undefined && { orderID }),
      ...(details["product"] !== undefined && { product: withProduct(details["product"], productOf) }),
    };
  };
}

function sentIn(details: Message["details"]): readonly SentProduct[] {
  return (details["products"] ?? []) as readonly SentProduct[];
}

/** The retailer IDs that a message of a customer names. */
function namedIn({ kind, details }: MessageWithDetails): string[] {
  const items = kind === "order" ? asList(details["items"]) : [];
  return [...items, details["product"]].flatMap((item) => textOf(asRecord(item)["productId"]) ?? []);
}

function withProduct(item: unknown, productOf: (retailerId: string) => CartProduct | undefined): unknown {
  const product = productOf(textOf(asRecord(item)["productId"]) ?? "");
  return product ? { ...asRecord(item), product } : item;
}
