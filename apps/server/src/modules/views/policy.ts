import { type Actor, can } from "#platform/auth/actor";

/** One's own view, and a shared one of others by who decides what roles start with. */
export function mayRemove(actor: Actor, isMine: boolean): boolean {
  return isMine || can(actor, "sys:role:edit");
}
