import type { ProductRefusal } from "@homeroom/contract/chat-products";
import type { ShownTemplate } from "@homeroom/contract/chat-templates";
import type { FileId, MessageId, RecordId } from "@homeroom/contract/ids";
import type {
  ButtonType,
  TemplateCategory,
  TemplateLanguage,
  TemplateType,
  VariableSource,
} from "@homeroom/contract/message-templates";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { MessagingProvider, NoticeHandler } from "./port.ts";

/** A template as it can be sent in a conversation. */
export interface ReadyTemplate {
  templateId: RecordId;
  name: string;
  language: TemplateLanguage;
  category: TemplateCategory;
  type: TemplateType;
  header: string;
  pictureFileId: FileId | null;
  body: string;
  footer: string;
  buttons: readonly { type: ButtonType; text: string; url: string }[];
  /** What is filled in when it is sent; `source`: a fact of the lead that it begins with. */
  places: readonly { key: string; part: "header" | "body" | "button"; sample: string; source: VariableSource }[];
  /** It with its places filled, by their keys. Throws FIELD_INVALID at `variables.<key>` for one that is empty or too long. */
  fill(values: Readonly<Record<string, string>>): { text: string; shown: ShownTemplate; components: unknown[] };
}

/** What the inbox needs of the module that keeps templates. */
export interface InboxTemplates {
  /** Approved templates of a business account that are open for use in conversations, by name; at most 100. */
  list(
    tx: Tx,
    scope: Scope,
    wanted: { businessAccountId: string; keywords?: string | undefined; language?: TemplateLanguage | undefined },
  ): Promise<ReadyTemplate[]>;
  /** One of the account; null when it cannot be sent now. Throws NOT_FOUND for one of another account. */
  find(
    tx: Tx,
    scope: Scope,
    wanted: { businessAccountId: string; templateId: RecordId },
  ): Promise<ReadyTemplate | null>;
}

/** A product as it can be sent in a conversation, or why it cannot. */
export interface ReadyProduct {
  productId: RecordId;
  /** As the catalogue outside knows it. */
  retailerId: string;
  name: string;
  description: string;
  priceMinor: number;
  currency: CurrencyCode;
  url: string;
  imageFileId: FileId | null;
  refusal: ProductRefusal | null;
}

/** A product that a customer named, as our catalogue has it now. */
export interface NamedProduct {
  name: string;
  priceMinor: number;
  currency: CurrencyCode;
  imageFileId: FileId | null;
}

/** What the inbox needs of the module that keeps products. */
export interface InboxProducts {
  /**
   * The active products with these ids or these words, in their order; at most 50. `catalogueId`: the catalogue that must
   * have them, empty where there should be one; null: they are shown without one.
   */
  find(
    tx: Tx,
    scope: Scope,
    wanted: { catalogueId: string | null; ids?: readonly RecordId[]; keywords?: string | undefined },
  ): Promise<ReadyProduct[]>;
  /**
   * Products by the retailer IDs that customers' carts and questions name. Inactive and deleted ones too, since they were
   * for sale when the customer wrote; those that there never were are left out.
   */
  named(tx: Tx, scope: Scope, retailerIds: readonly string[]): Promise<ReadonlyMap<string, NamedProduct>>;
}

/** What the inbox needs of the module that keeps orders. */
export interface InboxOrders {
  /** The numbers of the orders that were made of customers' carts, by the cart's message. */
  ofCarts(tx: Tx, scope: Scope, messageIds: readonly MessageId[]): Promise<ReadonlyMap<MessageId, string>>;
}

/** What the inbox works with: the platform and the providers that are registered, by kind. */
export interface Inbox {
  readonly platform: Platform;
  readonly providers: ReadonlyMap<MessagingProvider["kind"], MessagingProvider>;
  /** Who acts on news of channels. */
  readonly noticeHandlers?: readonly NoticeHandler[];
  /** The module that keeps templates; without it none can be sent. */
  readonly templates?: InboxTemplates;
  /** The module that keeps products; without it none can be sent. */
  readonly products?: InboxProducts;
  /** The module that keeps orders; without it carts stay carts. */
  readonly orders?: InboxOrders;
}

/** The provider of a channel. Throws for a channel whose provider this server was not started with. */
export function providerOf(inbox: Inbox, kind: MessagingProvider["kind"]): MessagingProvider {
  const provider = inbox.providers.get(kind);
  if (!provider) throw new Error(`No messaging provider for ${kind} channels is registered`);
  return provider;
}
