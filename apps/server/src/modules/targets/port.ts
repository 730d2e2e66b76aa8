import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Who sends to recipient lists, and needs those it will send to: told by the modules that do. */
export interface TargetUses {
  /** Whether something still to be done needs the list. */
  isUsed(tx: Tx, scope: Scope, listId: RecordId): Promise<boolean>;
}
