import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import { type HandOverTask, handOver } from "@homeroom/contract/hand-over";
import type { Language } from "@homeroom/contract/language";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { listHoldings, startHandOver } from "./actions/start-hand-over.ts";
import { seenHandOver } from "./policy.ts";
import { findHandOver, type HandOver } from "./queries.ts";

/** Binds the calls of hand-overs. */
export function bindHandOverRoutes(bind: Binder, { db }: Platform): void {
  bind(handOver.holdings, ({ accountID }, { actor }) => listHoldings(db, actor, accountID));
  bind(handOver.start, async (form, { actor, language }) =>
    presentHandOver(await startHandOver(db, actor, form), language),
  );
  bind(handOver.task, async ({ taskID }, { actor, language }) => {
    const scope = sharedScope(actor);
    const row = await inTransaction(db, scope, (tx) => findHandOver(tx, scope, taskID));
    return presentHandOver(seenHandOver(row, actor), language);
  });
}

/** How far a hand-over is. */
function presentHandOver(row: HandOver, language: Language): HandOverTask {
  return {
    taskID: row.hand_over_id,
    accountID: row.account_id,
    nickname: row.nickname,
    state: row.state,
    // Others may have given more to the person meanwhile.
    total: Math.max(row.total, row.moved),
    moved: row.moved,
    left: row.leaves && row.state === "done",
    message: row.state === "failed" && isErrorName(row.problem) ? messageOf(row.problem, language) : "",
    createTime: row.created_at.toISOString(),
  };
}
