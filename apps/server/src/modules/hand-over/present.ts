import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { HandOverTask } from "@homeroom/contract/hand-over";
import type { Language } from "@homeroom/contract/language";
import type { HandOver } from "./queries.ts";

/** How far a hand-over is. */
export function presentHandOver(row: HandOver, language: Language): HandOverTask {
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
