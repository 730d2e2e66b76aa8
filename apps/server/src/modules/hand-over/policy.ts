import { type Actor, can, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";
import type { HandOver } from "./queries.ts";

/** The leads that an actor may hand over: handing on other people's leads requires seeing them. */
export function leadsToHandOver(actor: Actor): Scope {
  requirePermission(actor, "crm:lead:assign");
  if (!can(actor, "crm:lead:all")) throw new AppError("PERMISSION_DENIED");
  return scopeOf(actor, "crm:lead:all");
}

/** How long a hand-over can be undone. */
export const undoDays = 30;

/** Whether a hand-over can be undone: it has ended, moved something, and is not too old. */
export function mayUndoHandOver({ state, moved, created_at }: HandOver, now: Date): boolean {
  const ended = state === "done" || state === "failed";
  return ended && moved > 0 && now.getTime() - created_at.getTime() < undoDays * 86_400_000;
}

/** A hand-over, for its author and for people in charge of the whole organisation. Throws NOT_FOUND for anyone else. */
export function requireVisibleHandOver(row: HandOver | undefined, actor: Actor): HandOver {
  if (!row || !seesHandOver(row, actor)) throw new AppError("NOT_FOUND");
  return row;
}

export function seesHandOver(row: HandOver, actor: Actor): boolean {
  return row.created_by === actor.accountId || actor.isOwner || can(actor, "org:branch:query");
}
