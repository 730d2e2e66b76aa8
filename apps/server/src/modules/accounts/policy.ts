import { grants, type Permission, permissions, platformPermissions } from "@homeroom/contract/permissions";
import type { StaffAbilities } from "@homeroom/contract/staff";
import { discountOf } from "#modules/roles/public";
import { type Actor, can } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";
import type { StaffPerson } from "./queries/load-person.ts";
import type { StaffRole, Yardstick } from "./queries/staff-choices.ts";
import type { PeopleReach } from "./queries/visible-people.ts";

type PeopleAction = "query" | "add" | "edit" | "delete" | "status" | "password";

/** One record, three screens: the permissions of any of them are enough (decisions C35). */
const allowing: Readonly<Record<PeopleAction, { everyone: readonly Permission[]; teachers: readonly Permission[] }>> = {
  query: { everyone: ["hr:staff:query", "sys:user:query"], teachers: ["hr:teacher:edit"] },
  add: { everyone: ["hr:staff:add", "sys:user:add"], teachers: ["hr:teacher:add"] },
  edit: { everyone: ["hr:staff:edit", "sys:user:edit"], teachers: ["hr:teacher:edit"] },
  delete: { everyone: ["hr:staff:delete", "sys:user:delete"], teachers: ["hr:teacher:delete"] },
  status: { everyone: ["hr:staff:status", "sys:user:edit"], teachers: [] },
  password: { everyone: ["hr:staff:password:reset", "sys:user:password:reset"], teachers: [] },
};

/** The people the actor can do this to: everyone visible, teachers only, or nobody (null). */
export function peopleReach(actor: Actor, action: PeopleAction): PeopleReach | null {
  const may = (wanted: readonly Permission[]) => wanted.some((permission) => can(actor, permission));
  if (may(allowing[action].everyone)) return "everyone";
  return may(allowing[action].teachers) ? "teachers" : null;
}

/** The same; throws PERMISSION_DENIED for nobody. */
export function requireReach(actor: Actor, action: PeopleAction): PeopleReach {
  const reach = peopleReach(actor, action);
  if (!reach) throw new AppError("PERMISSION_DENIED");
  return reach;
}

/** May the actor give this role or take it away? Only one that allows nothing beyond what they may do themselves. */
export function mayGiveRole(actor: Actor, role: StaffRole, reach: PeopleReach): boolean {
  if (reach === "teachers" && role.code !== "teacher") return false;
  return isWithin(actor, role.permissions);
}

/** May the actor let somebody work at this branch? Only at one that they may enter; the owner and org:branch:query at all. */
export function mayGiveBranch(actor: Actor, branchId: string): boolean {
  return actor.isOwner || can(actor, "org:branch:query") || actor.branchIds.some((id) => id === branchId);
}

/** Platform permissions only count for accounts of the platform. */
function isWithin(actor: Actor, given: readonly string[]): boolean {
  return permissions.every(
    (permission) => platformPermissions.includes(permission) || !grants(given, permission) || can(actor, permission),
  );
}

/** Why the actor may not change this person's account at all; null when they may. */
export function accountObstacle(
  actor: Actor,
  person: StaffPerson,
  roles: readonly StaffRole[],
): "STAFF_IS_OWNER" | "STAFF_OUT_OF_REACH" | null {
  const isSelf = person.account_id === actor.accountId;
  if (person.is_owner) return isSelf && actor.isOwner ? null : "STAFF_IS_OWNER";
  if (isSelf) return null;
  const held = roles.filter(({ id }) => person.roles.some((role) => role.id === id));
  const within = held.every((role) => isWithin(actor, role.permissions));
  const placed = person.branches.every(({ branchID }) => mayGiveBranch(actor, branchID));
  return within && placed && (!person.is_platform || actor.isPlatform) ? null : "STAFF_OUT_OF_REACH";
}

/** Throws if the actor may not change this person's account; with `others`, also if it is their own. */
export function requireChangeable(
  actor: Actor,
  person: StaffPerson,
  { roles, others }: { roles: readonly StaffRole[]; others: boolean },
): void {
  const obstacle = accountObstacle(actor, person, roles);
  if (obstacle) throw new AppError(obstacle);
  if (others && person.account_id === actor.accountId) throw new AppError("STAFF_IS_SELF");
}

/**
 * May the actor get the means to sign in as this person: a password, their e-mail, an account without its second step?
 * Not when the person may give more discount. Whether they may change the person at all is another question.
 */
export function mayOpenAccount(actor: Actor, person: StaffPerson, { roles, ownLimit }: Yardstick): boolean {
  if (person.account_id === actor.accountId) return true;
  return discountOf(roles.filter(({ id }) => person.roles.some((role) => role.id === id))) <= ownLimit;
}

/** Throws unless the actor may change this person's account, which is not their own, and have the means to sign in with it. */
export function requireOpenable(actor: Actor, person: StaffPerson, yardstick: Yardstick): void {
  requireChangeable(actor, person, { roles: yardstick.roles, others: true });
  requireNotErased(person);
  if (!mayOpenAccount(actor, person, yardstick)) throw new AppError("STAFF_OUT_OF_REACH");
}

/** Refuses changes of an erased record, which must not be reactivated. Throws STAFF_ERASED. */
export function requireNotErased(person: StaffPerson): void {
  if (person.erased_at) throw new AppError("STAFF_ERASED");
}

/** The actions that the web app offers the actor for a visible person. */
export function staffAbilities(actor: Actor, person: StaffPerson, yardstick: Yardstick): StaffAbilities {
  const free = accountObstacle(actor, person, yardstick.roles) === null;
  const isOther = person.account_id !== actor.accountId;
  const isTeacher = person.roles.length > 0 && person.roles.every(({ code }) => code === "teacher");
  const may = (action: PeopleAction) => {
    const reach = peopleReach(actor, action);
    return free && (reach === "everyone" || (reach === "teachers" && isTeacher));
  };
  const isKept = person.erased_at === null;
  return {
    edit: isKept && may("edit"),
    status: isKept && isOther && may("status"),
    delete: isOther && may("delete"),
    resetPassword: isKept && isOther && may("password") && mayOpenAccount(actor, person, yardstick),
  };
}
