import type { RecordId } from "@homeroom/contract/ids";
import type { ChannelAccess } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** References that keep products from being deleted; supplied by their modules. */
export interface ProductUses {
  /** Which of these products have transactions. Called while the products are locked. */
  usedAmong(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<ReadonlySet<RecordId>>;
}

/** A product as an external catalogue shows it. */
export interface CatalogueItem {
  readonly retailerId: string;
  readonly title: string;
  readonly description: string;
  /** The amount with its decimals and the currency: "9.99 USD". */
  readonly price: string;
  readonly link: string;
  /** The first one is the cover. */
  readonly images: readonly string[];
  readonly brand: string;
  readonly type: string;
}

export type CatalogueRequest =
  | { readonly method: "put"; readonly item: CatalogueItem }
  | { readonly method: "remove"; readonly retailerId: string };

/** One batch, with the revision at which each product was read, by retailer ID. */
export interface Batch {
  readonly requests: readonly CatalogueRequest[];
  readonly revisions: ReadonlyMap<string, number>;
}

/** An item that a catalogue refused, with the provider's message. */
export interface RefusedItem {
  readonly retailerId: string;
  readonly detail: string;
}

/** The service of a catalogue. All calls throw ProviderFailure; each can be retried. */
export interface CatalogueKeeper {
  /** Submits items. Returns those refused at once, and handles for the outcome of the others. */
  submit(
    access: ChannelAccess,
    catalogueId: string,
    requests: readonly CatalogueRequest[],
  ): Promise<{ handles: readonly string[]; refused: readonly RefusedItem[] }>;
  /** The outcome of a batch; null while it is under way. */
  resultOf(access: ChannelAccess, catalogueId: string, handle: string): Promise<readonly RefusedItem[] | null>;
}
