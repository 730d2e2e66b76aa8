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

/** A template that can be sent in a conversation. */
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
  /** The variables that are filled in on sending; `source`: the lead's field that provides the initial value. */
  places: readonly { key: string; part: "header" | "body" | "button"; sample: string; source: VariableSource }[];
  /** The template with its variables filled. Throws FIELD_INVALID at `variables.<key>` for a value that is empty or too long. */
  fill(values: Readonly<Record<string, string>>): { text: string; shown: ShownTemplate; components: unknown[] };
}

/** What the inbox needs from the module of templates. */
export interface InboxTemplates {
  /** Approved templates of a business account that may be used in conversations, by name; at most 100. */
  list(
    tx: Tx,
    scope: Scope,
    wanted: { businessAccountId: string; keywords?: string | undefined; language?: TemplateLanguage | undefined },
  ): Promise<ReadyTemplate[]>;
  /** A template of the account; null if it cannot be sent now. Throws NOT_FOUND for one of another account. */
  find(
    tx: Tx,
    scope: Scope,
    wanted: { businessAccountId: string; templateId: RecordId },
  ): Promise<ReadyTemplate | null>;
}

/** A product that can be sent in a conversation, or why it cannot. */
export interface ReadyProduct {
  productId: RecordId;
  /** Its id in the external catalogue. */
  retailerId: string;
  name: string;
  description: string;
  priceMinor: number;
  currency: CurrencyCode;
  url: string;
  imageFileId: FileId | null;
  refusal: ProductRefusal | null;
}

/** A product that a customer named, with its current values in our catalogue. */
export interface NamedProduct {
  name: string;
  priceMinor: number;
  currency: CurrencyCode;
  imageFileId: FileId | null;
}

/** What the inbox needs from the module of products. */
export interface InboxProducts {
  /**
   * The active products with these ids or these words, in their order; at most 50. `catalogueId`: the catalogue that must
   * contain them, empty if the required catalogue is missing; null: no catalogue is needed.
   */
  find(
    tx: Tx,
    scope: Scope,
    wanted: { catalogueId: string | null; ids?: readonly RecordId[]; keywords?: string | undefined },
  ): Promise<ReadyProduct[]>;
  /**
   * Products by the retailer IDs that customers' carts and questions name. Inactive and deleted ones too, since they were
   * for sale when the customer wrote. Unknown ids are left out.
   */
  named(tx: Tx, scope: Scope, retailerIds: readonly string[]): Promise<ReadonlyMap<string, NamedProduct>>;
}

/** What the inbox needs from the module of orders. */
export interface InboxOrders {
  /** The numbers of the orders made from customers' carts, by the cart's message. */
  ofCarts(tx: Tx, scope: Scope, messageIds: readonly MessageId[]): Promise<ReadonlyMap<MessageId, string>>;
}

/** The inbox's dependencies: the platform and the registered providers, by kind. */
export interface Inbox {
  readonly platform: Platform;
  readonly providers: ReadonlyMap<MessagingProvider["kind"], MessagingProvider>;
  /** The handlers of provider notices about channels. */
  readonly noticeHandlers?: readonly NoticeHandler[];
  /** The module of templates; without it none can be sent. */
  readonly templates?: InboxTemplates;
  /** The module of products; without it none can be sent. */
  readonly products?: InboxProducts;
  /** The module of orders; without it carts show no orders. */
  readonly orders?: InboxOrders;
}

/** The provider of a channel. Throws if the server runs without that provider. */
export function providerOf(inbox: Inbox, kind: MessagingProvider["kind"]): MessagingProvider {
  const provider = inbox.providers.get(kind);
  if (!provider) throw new Error(`No messaging provider for ${kind} channels is registered`);
  return provider;
}
