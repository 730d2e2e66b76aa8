import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Who sends to recipient lists, and needs those it will send to: told by the modules that do. */
export interface TargetUses {
  /** Whether something still to be done needs the list. */
  isUsed(tx: Tx, scope: Scope, listId: RecordId): Promise<boolean>;
  /** The names of plans that rules ask about, by id; those that the scope does not see are left out. */
  planNames?(tx: Tx, scope: Scope, planIds: readonly RecordId[]): Promise<Map<RecordId, string>>;
}
