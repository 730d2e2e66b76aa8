import type { UserInfo } from "@homeroom/contract/member";
import type { Permission } from "@homeroom/contract/permissions";
import { createStore } from "./store.ts";

const user = createStore<UserInfo | null>(null);

/** Who is signed in; null until the guard has fetched it. */
export const currentUser = user.get;

/**
 * A storage key of the signed-in person: a colleague who signs in next in the same tab does not see its value, and the
 * person finds it again later.
 */
export function ownKey(name: string): string {
  return `${name}:${user.get()?.accountID ?? ""}`;
}

let readAt = 0;

/** When reading the user began, on the page's clock. Later changes are not included. */
export function rightsReadAt(): number {
  return readAt;
}

/** Records that reading the user begins now. */
export function beginReadingRights(at: number): void {
  readAt = at;
}

/** Sets the signed-in user, or null; everything that depends on permissions updates. */
export const setCurrentUser = user.set;

/** Who is signed in. Only for screens behind the guard: elsewhere it throws. */
export function useUser(): UserInfo {
  const known = user.useValue();
  if (!known) throw new Error("Nobody is signed in.");
  return known;
}

/** The same for places where nobody may be signed in: around the screens, and during sign-out. */
export const useOptionalUser = user.useValue;

/**
 * Whether a person holds at least one of the permissions. The owner's role ROOT passes every check, and a granted `x:y:*`
 * covers all of `x:y`. The server has the final say; this only hides buttons whose action would be refused.
 */
export function holds(person: Pick<UserInfo, "roles" | "perms">, wanted: readonly Permission[]): boolean {
  if (wanted.length === 0) throw new Error("Name the permission to be checked.");
  if (person.roles.includes("ROOT")) return true;
  return wanted.some((permission) => person.perms.some((held) => covers(held, permission)));
}

function covers(held: string, wanted: string): boolean {
  return held === wanted || (held.endsWith(":*") && wanted.startsWith(held.slice(0, -1)));
}

const nobody = { roles: [], perms: [] };

/** `const can = useCan(); can("crm:lead:add")`: whether the person may do one of the named things. */
export function useCan(): (...wanted: Permission[]) => boolean {
  const known = useOptionalUser();
  return (...wanted) => holds(known ?? nobody, wanted);
}

/** The zone that the dates of the current branch are shown in. */
export function useBranchZone(): string | undefined {
  return useOptionalUser()?.branch.timezone;
}
