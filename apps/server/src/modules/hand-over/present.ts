import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { HandOverTask } from "@homeroom/contract/hand-over";
import type { Language } from "@homeroom/contract/language";
import { mayUndoHandOver } from "./policy.ts";
import type { HandOver } from "./queries.ts";

/** The progress of a hand-over, or of its undo. */
export function presentHandOver(row: HandOver, language: Language): HandOverTask {
  const { state, problem } = row;
  // After an abandoned undo it counts as done.
  const hasStopped = (state === "failed" || state === "done") && isErrorName(problem);
  return {
    taskID: row.hand_over_id,
    accountID: row.account_id,
    nickname: row.nickname,
    state,
    // The person may have received other leads meanwhile.
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
