import type { RecordId } from "@homeroom/contract/ids";
import type { ChannelAccess } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What refers to products and keeps them from being deleted: told by the modules that do. */
export interface ProductUses {
  /** Which of these products have transactions. Called while the products are held. */
  usedAmong(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<ReadonlySet<RecordId>>;
}

/** A product as a catalogue outside shows it. */
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

/** What is handed over at once, and at which revision each product was read, by retailer ID. */
export interface Batch {
  readonly requests: readonly CatalogueRequest[];
  readonly revisions: ReadonlyMap<string, number>;
}

/** An item that a catalogue did not take, with the provider's words. */
export interface RefusedItem {
  readonly retailerId: string;
  readonly detail: string;
}

/** What we need of a service that keeps a catalogue. All calls throw ProviderFailure; each can be retried. */
export interface CatalogueKeeper {
  /** Hands items over. Those that are refused at once are named; of the others the handles will tell. */
  submit(
    access: ChannelAccess,
    catalogueId: string,
    requests: readonly CatalogueRequest[],
  ): Promise<{ handles: readonly string[]; refused: readonly RefusedItem[] }>;
  /** The outcome of a batch; null while it is under way. */
  resultOf(access: ChannelAccess, catalogueId: string, handle: string): Promise<readonly RefusedItem[] | null>;
}
