import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { channelById } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { Inbox, ReadyProduct } from "../../inbox.ts";

/** Products for a contact's channel, and the catalogue that shows them there (none on LINE). */
export async function sendableProducts(
  { products }: Inbox,
  tx: Tx,
  of: { scope: Scope; contact: Contact; ids?: readonly RecordId[]; keywords?: string | undefined },
): Promise<{ catalogueId: string | null; products: ReadyProduct[] }> {
  const { scope, contact, ids, keywords } = of;
  const channel = await channelById(tx, scope.organizationId, contact.channel_id);
  const catalogueId = channel?.kind === "line" ? null : (channel?.settings["catalogueId"] ?? "");
  const found = await products?.find(tx, scope, { catalogueId, keywords, ...(ids && { ids }) });
  return { catalogueId, products: found ?? [] };
}
