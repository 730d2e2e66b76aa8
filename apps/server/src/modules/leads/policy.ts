import type { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import type { BulkKind } from "@homeroom/contract/lead-bulk";
import type { Permission } from "@homeroom/contract/permissions";
import { type Actor, can, requirePermission } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";
import type { BulkRun } from "./bulk/queries.ts";

/** A lead's branch and owners, which decide who sees it. */
export interface HeldLead {
  leadId: LeadId;
  branchId: BranchId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
}

/** What an actor may do with a lead that they see. */
export function leadAbilities(actor: Actor) {
  return {
    edit: can(actor, "crm:lead:edit"),
    assign: can(actor, "crm:lead:assign"),
    note: can(actor, "crm:lead:log"),
    chat: can(actor, "chat:message:query"),
    activate: can(actor, "crm:lead:activate"),
  };
}

/** Opening or closing the app for a lead needs the permission; leaving it unchanged does not. */
export function requireMayActivate(actor: Actor, before: number, after: number): void {
  if (before !== after) requirePermission(actor, "crm:lead:activate");
}

/** Assigning a lead needs the permission; taking an unassigned one, or leaving it unchanged, does not. */
export function requireMayAssign(
  actor: Actor,
  before: { salesId: string | null; tutorId: string | null },
  after: { salesId: string | null; tutorId: string | null },
): void {
  if (can(actor, "crm:lead:assign")) return;
  const takes = (from: string | null, to: string | null) => from === to || (from === null && to === actor.accountId);
  if (takes(before.salesId, after.salesId) && takes(before.tutorId, after.tutorId)) return;
  throw new AppError("PERMISSION_DENIED");
}

const bulkPermissions: Record<BulkKind, Permission> = {
  assign: "crm:lead:assign",
  tutor: "crm:lead:assign",
  tags: "crm:lead:tag",
  status: "crm:lead:edit",
  regularContact: "crm:lead:edit",
  branch: "crm:lead:assign",
  delete: "crm:lead:delete",
};

/** The fields that the permission to edit students allows without the one to edit leads. */
const studentChanges: readonly BulkKind[] = ["tags", "status", "regularContact"];

/**
 * Throws PERMISSION_DENIED if the actor may not do this to leads, one or many; `students`: only to
 * students.
 */
export function requireMayDo(actor: Actor, kind: BulkKind, students = false): void {
  if (students && studentChanges.includes(kind) && can(actor, "crm:student:edit")) return;
  requirePermission(actor, bulkPermissions[kind]);
}

/** Whether the actor may move leads to this branch: they can enter it, or are in charge of the whole organisation. */
export function mayMoveTo(actor: Actor, branchId: BranchId): boolean {
  return actor.isOwner || can(actor, "org:branch:query") || actor.branchIds.includes(branchId);
}

/** Returns a run for its author and for people in charge of the whole organisation. Throws NOT_FOUND for others. */
export function requireVisibleBulk(run: BulkRun | undefined, actor: Actor): BulkRun {
  const sees = run?.account_id === actor.accountId || actor.isOwner || can(actor, "org:branch:query");
  if (!run || !sees) throw new AppError("NOT_FOUND");
  return run;
}

/** Whether the actor may assign an unassigned lead to this person: to others only with the permission to assign. */
export function mayAssignTo(actor: Actor, person: string): boolean {
  return can(actor, "crm:lead:assign") || person === actor.accountId;
}
