import { chatProducts, type ProductRefusal, type SentProduct } from "@homeroom/contract/chat-products";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type RecordId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import { type Actor, requireAccess } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { Message } from "../../conversations/writes/change-conversation.ts";
import type { Inbox, ReadyProduct } from "../../inbox.ts";
import { sendableProducts } from "../queries/sendable-products.ts";
import { queueStaffMessage } from "../writes/staff-message.ts";
import { requireSendable } from "./send-message.ts";

type ProductForm = RequestOf<typeof chatProducts.send>;

/**
 * Queues products for a customer and pauses GPT for them in the same transaction. The same messageId again returns the
 * message that was made the first time. Throws the reason for a refusal: window, block, channel, a number without a catalogue, or
 * products that are not in the catalogue or not for sale.
 */
export function sendProducts(inbox: Inbox, actor: Actor, form: ProductForm): Promise<Message> {
  requireAccess(actor, chatProducts.send);
  return queueStaffMessage(inbox.platform.db, actor, form, async (tx, { scope, contact, now }) => {
    await requireSendable(tx, contact, now);
    const { catalogueId, products } = await chosenProducts(inbox, tx, { scope, contact, ids: form.productIDs });
    const names = products.map(({ name }) => name).join("、");
    return {
      kind: "interactive",
      // The text shown in lists, searches and notifications.
      text: form.content === "" ? names : `${form.content}\n${names}`,
      details: { words: form.content, catalogueId: catalogueId ?? "", products },
      fileId: null,
    };
  });
}

/** The products in the order in which they were chosen. Throws the reason why one of them cannot be sent. */
async function chosenProducts(
  inbox: Inbox,
  tx: Tx,
  { scope, contact, ids }: { scope: Scope; contact: Contact; ids: readonly RecordId[] },
): Promise<{ catalogueId: string | null; products: SentProduct[] }> {
  const { catalogueId, products: found } = await sendableProducts(inbox, tx, { scope, contact, ids });
  const products = [...new Set(ids)].map((id) => {
    const product = found.find(({ productId }) => productId === id);
    if (!product) throw new AppError("PRODUCT_NOT_FOR_SALE");
    if (product.refusal) throw new AppError(errorOf[product.refusal]);
    return sentProduct(product);
  });
  return { catalogueId, products };
}

const errorOf = {
  noCatalogue: "CHAT_NO_CATALOGUE",
  notSynced: "PRODUCT_NOT_IN_CATALOGUE",
  syncFailed: "PRODUCT_NOT_IN_CATALOGUE",
  expired: "PRODUCT_NOT_FOR_SALE",
} as const satisfies Record<ProductRefusal, string>;

function sentProduct(product: ReadyProduct): SentProduct {
  const { productId: productID, retailerId: retailerID, name, description, currency, url } = product;
  const price = fromMinor(product.priceMinor, currency);
  return { productID, retailerID, name, description, price, currency, url, imageFileID: product.imageFileId };
}
