import { type Actor, can, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";
import type { HandOver } from "./queries.ts";

/** The leads that an actor may hand over: only who sees other people's leads gives them to others. */
export function leadsToHandOver(actor: Actor): Scope {
  requirePermission(actor, "crm:lead:assign");
  if (!can(actor, "crm:lead:all")) throw new AppError("PERMISSION_DENIED");
  return scopeOf(actor, "crm:lead:all");
}

/** A hand-over, for its author and for people in charge of the whole organisation. Throws NOT_FOUND for anyone else. */
export function seenHandOver(row: HandOver | undefined, actor: Actor): HandOver {
  const sees = row?.created_by === actor.accountId || actor.isOwner || can(actor, "org:branch:query");
  if (!row || !sees) throw new AppError("NOT_FOUND");
  return row;
}
