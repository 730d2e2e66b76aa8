import { type Actor, can } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";

/** What an actor may do with a lead that they see. */
export function leadAbilities(actor: Actor) {
  return {
    edit: can(actor, "crm:lead:edit"),
    assign: can(actor, "crm:lead:assign"),
    note: can(actor, "crm:lead:log"),
    chat: can(actor, "chat:message:query"),
  };
}

/** Giving a lead to someone needs the right to assign; taking one that nobody holds, or leaving it as it is, does not. */
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
