import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What refers to products and keeps them from being deleted: told by the modules that do. */
export interface ProductUses {
  /** Which of these products have transactions. Called while the products are held. */
  usedAmong(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<ReadonlySet<RecordId>>;
}
