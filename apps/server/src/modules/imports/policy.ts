import { type Actor, can } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";

/**
 * A run, for its author and for people with the whole organisation in scope, since the author may have left. Throws
 * NOT_FOUND for everyone else.
 */
export function requireVisibleRun<Run extends { account_id: string }>(run: Run | undefined, actor: Actor): Run {
  const sees = run?.account_id === actor.accountId || actor.isOwner || can(actor, "org:branch:query");
  if (!run || !sees) throw new AppError("NOT_FOUND");
  return run;
}
