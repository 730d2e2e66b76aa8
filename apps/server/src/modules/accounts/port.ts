import type { AccountId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Which of these people a module's rows refer to: their account is then not deleted. */
export type FindTraces = (tx: Tx, scope: Scope, ids: readonly AccountId[]) => Promise<readonly AccountId[]>;
