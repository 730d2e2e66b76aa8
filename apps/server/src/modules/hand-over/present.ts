import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { HandOverTask } from "@homeroom/contract/hand-over";
import type { Language } from "@homeroom/contract/language";
import { mayUndoHandOver } from "./policy.ts";
import type { HandOver } from "./queries.ts";

/** How far a hand-over is, or its undo. */
export function presentHandOver(row: HandOver, language: Language): HandOverTask {
  const { state, problem } = row;
  // An undo that is given up leaves it done.
  const hasStopped = (state === "failed" || state === "done") && isErrorName(problem);
  return {
    taskID: row.hand_over_id,
    accountID: row.account_id,
    nickname: row.nickname,
    state,
    // Others may have given more to the person meanwhile.
    total: Math.max(row.total, row.moved),
    moved: row.moved,
    undone: row.undone,
    kept: row.kept,
    canUndo: mayUndoHandOver(row, new Date()),
    left: row.leaves && state === "done" && problem === "",
    message: hasStopped ? messageOf(problem, language) : "",
    createTime: row.created_at.toISOString(),
  };
}
