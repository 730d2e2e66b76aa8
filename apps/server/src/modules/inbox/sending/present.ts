import type { chatProducts, ProductChoice } from "@homeroom/contract/chat-products";
import type { chatTemplates, TemplateChoice } from "@homeroom/contract/chat-templates";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { VariableSource } from "@homeroom/contract/message-templates";
import { fromMinor } from "@homeroom/contract/money";
import { peopleByIds } from "#modules/accounts/public";
import { fileAddresses } from "#modules/files/public";
import { leadHeads } from "#modules/leads/public";
import { branchById } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { channelById } from "../channels/queries/channels.ts";
import { findConversation } from "../conversations/queries/conversations.ts";
import type { Conversation } from "../conversations/writes/change-conversation.ts";
import type { Inbox } from "../inbox.ts";
import { sendableProducts } from "./queries/sendable-products.ts";
import { contactFor } from "./writes/staff-message.ts";

/** The templates that a conversation's channel can send, with known values of the customer as variables. */
export function presentTemplateChoices(
  { platform, templates }: Inbox,
  actor: Actor,
  request: RequestOf<typeof chatTemplates.choices>,
): Promise<{ list: TemplateChoice[] }> {
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(platform.db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, { leadId: request.leadId });
    if (!conversation) throw new AppError("NOT_FOUND");
    const contact = await contactFor(tx, conversation, request);
    const channel = await channelById(tx, scope.organizationId, contact.channel_id);
    const businessAccountId = channel?.settings["businessAccountId"];
    if (!templates || !businessAccountId) return { list: [] };
    const { keywords, language } = request;
    const found = await templates.list(tx, scope, { businessAccountId, keywords, language });
    const pictures = await fileAddresses(platform)(
      tx,
      scope,
      found.flatMap(({ pictureFileId }) => pictureFileId ?? []),
    );
    const facts = await factsOf(tx, scope, conversation);
    const list = found.map(
      ({ templateId: recordID, pictureFileId, places, fill: _fill, ...template }): TemplateChoice => {
        const pictureUrl = (pictureFileId && pictures.get(pictureFileId)) ?? null;
        const filled = places.map(({ source, ...place }) => ({ ...place, value: facts[source] }));
        return { ...template, recordID, buttons: [...template.buttons], pictureUrl, places: filled };
      },
    );
    return { list };
  });
}

/** The active products that match the words, and which of them the conversation's channel can send. */
export function presentProductChoices(
  inbox: Inbox,
  actor: Actor,
  request: RequestOf<typeof chatProducts.choices>,
): Promise<{ list: ProductChoice[] }> {
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(inbox.platform.db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, { leadId: request.leadId });
    if (!conversation) throw new AppError("NOT_FOUND");
    const contact = await contactFor(tx, conversation, request);
    const { products } = await sendableProducts(inbox, tx, { scope, contact, keywords: request.keywords });
    const pictures = await fileAddresses(inbox.platform)(
      tx,
      scope,
      products.flatMap(({ imageFileId }) => imageFileId ?? []),
    );
    const list = products.map(
      ({ productId: recordID, name, priceMinor, currency, imageFileId, refusal }): ProductChoice => ({
        ...{ recordID, name, price: fromMinor(priceMinor, currency), currency, refusal },
        picture: (imageFileId && pictures.get(imageFileId)) ?? null,
      }),
    );
    return { list };
  });
}

/** The initial values of variables. */
async function factsOf(tx: Tx, scope: Scope, conversation: Conversation): Promise<Record<VariableSource, string>> {
  const { lead_id: leadId, sales_id: salesId, branch_id: branchId } = conversation;
  const lead = (await leadHeads(tx, scope, [leadId])).get(leadId);
  const sales = salesId ? (await peopleByIds(tx, scope, [salesId])).get(salesId) : undefined;
  const branch = await branchById(tx, scope, branchId);
  return {
    none: "",
    nickname: lead?.nickname ?? "",
    sales: sales?.nickname ?? "",
    branch: branch?.name ?? "",
  };
}
