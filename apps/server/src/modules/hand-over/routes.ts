import { handOver } from "@homeroom/contract/hand-over";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { listHoldings, startHandOver } from "./actions/start-hand-over.ts";
import { undoHandOver } from "./actions/undo-hand-over.ts";
import { requireVisibleHandOver } from "./policy.ts";
import { presentHandOver } from "./present.ts";
import { findHandOver } from "./queries.ts";

/** Binds the calls of hand-overs. */
export function bindHandOverRoutes(bind: Binder, { db }: Platform): void {
  bind(handOver.holdings, ({ accountID }, { actor, language }) => listHoldings(db, actor, { accountID, language }));
  bind(handOver.start, async (form, { actor, language }) =>
    presentHandOver(await startHandOver(db, actor, form), language),
  );
  bind(handOver.task, async ({ taskID }, { actor, language }) => {
    const scope = sharedScope(actor);
    const row = await inTransaction(db, scope, (tx) => findHandOver(tx, scope, taskID));
    return presentHandOver(requireVisibleHandOver(row, actor), language);
  });
  bind(handOver.undo, async ({ taskID }, { actor, language }) =>
    presentHandOver(await undoHandOver(db, actor, taskID), language),
  );
}
