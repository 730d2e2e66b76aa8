import type { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { mintScope, type Scope } from "#platform/db/scope";
import { type Actor, can } from "./actor.ts";

/**
 * The rows that an actor reaches with a permission family such as `crm:lead`: with its `:all` permission those of the
 * session's branch (the owner and holders of `org:branch:query`: of the whole organisation), otherwise only own rows
 * there (decisions 2.3). The one place where a session becomes a scope.
 */
export function scopeOf(actor: Actor, all: Permission): Scope {
  const organizationWide = actor.isOwner || can(actor, "org:branch:query");
  if (can(actor, all)) {
    return mintScope({
      organizationId: actor.organizationId,
      accountId: actor.accountId,
      branchIds: organizationWide ? null : [actor.branchId],
      reach: organizationWide ? "organization" : "branch",
    });
  }
  return mintScope({
    organizationId: actor.organizationId,
    accountId: actor.accountId,
    branchIds: [actor.branchId],
    reach: "own",
  });
}

/** The actor's organisation as a whole: for lists that every signed-in person shares (custom lists, menus, names). */
export function sharedScope(actor: Actor): Scope {
  return mintScope({
    organizationId: actor.organizationId,
    accountId: actor.accountId,
    branchIds: null,
    reach: "organization",
  });
}

/**
 * The people of the organisation that an actor reaches: everyone at a branch that the actor can enter; the owner and
 * holders of `org:branch:query` reach all.
 */
export function peopleScope(actor: Actor): Scope {
  const organizationWide = actor.isOwner || can(actor, "org:branch:query");
  return mintScope({
    organizationId: actor.organizationId,
    accountId: actor.accountId,
    branchIds: organizationWide ? null : actor.branchIds,
    reach: organizationWide ? "organization" : "branch",
  });
}

/**
 * The reach of a record that keeps the reach of its maker, such as a recipient list: the organisation, a branch, or
 * only its owner's rows there. It does not depend on the caller.
 */
export function scopeOfRecord(record: {
  organizationId: OrganizationId;
  branchId: BranchId | null;
  ownerId: AccountId | null;
}): Scope {
  const { organizationId, branchId, ownerId } = record;
  const wide = branchId ? "branch" : "organization";
  return mintScope({
    organizationId,
    accountId: ownerId,
    branchIds: branchId ? [branchId] : null,
    reach: ownerId ? "own" : wide,
  });
}
