import { type DataRouter, matchRoutes, replace } from "react-router";
import { currentUser, setCurrentUser } from "#platform/access.ts";
import { clearSession, leaveSignInNote, storedToken } from "#platform/session.ts";
import { layoutId, menuRoutes, unmatchedId } from "../routes/layout-routes.ts";
import { currentMenus } from "../routes/menu-store.ts";

import { decideNavigation, loginAddress } from "./decide-navigation.ts";

let loading: Promise<void> | null = null;
let guarded: DataRouter | null = null;

/** Runs before every navigation; answers where to go instead, or null to proceed. */
export async function guardNavigation(router: DataRouter, target: URL): Promise<Response | null> {
  guarded = router;
  const { clearSession: clear, next } = decideNavigation({
    path: target.pathname,
    query: target.searchParams,
    matched: isMatched(router, target.pathname),
    hasToken: storedToken() !== null,
    hasRoles: (currentUser()?.roles.length ?? 0) > 0,
    previous: previousAddress(router),
  });
  if (clear) forgetUser();
  if (next.kind === "proceed") return null;
  if (next.kind === "redirect") return replace(next.to);
  return fetchUser(router, target);
}

/** Forgets session and user, so that the next sign-in starts from nothing. */
export function forgetUser(): void {
  clearSession();
  setCurrentUser(null);
}

/** Fetches user and menus again, after the server has said that they changed. A failure leaves things as they are. */
export async function refreshAccess(): Promise<void> {
  const { loadAccess } = await import("./load-access.ts");
  await loadAccess().then(
    () => guarded && addRoutes(guarded),
    () => undefined,
  );
}

/** Fetches the user, adds their routes and repeats the navigation; a failure leads to the sign-in page. */
async function fetchUser(router: DataRouter, target: URL): Promise<Response> {
  try {
    loading ??= import("./load-access.ts").then(({ loadAccess }) => loadAccess());
    await loading;
    addRoutes(router);
    return replace(target.pathname + target.search + target.hash);
  } catch (reason) {
    forgetUser();
    if (typeof reason === "string") leaveSignInNote(reason);
    return replace(loginAddress(target.pathname, target.searchParams));
  } finally {
    loading = null;
  }
}

function addRoutes(router: DataRouter): void {
  const layout = matchRoutes(router.routes, "/dashboard")?.find(({ route }) => route.id === layoutId)?.route;
  const known = new Set(layout?.children?.map(({ id }) => id));
  router.patchRoutes(
    layoutId,
    menuRoutes(currentMenus()).filter(({ id }) => !known.has(id)),
  );
}

function isMatched(router: DataRouter, path: string): boolean {
  return matchRoutes(router.routes, path)?.at(-1)?.route.id !== unmatchedId;
}

function previousAddress(router: DataRouter): string | null {
  if (!router.state.initialized) return null;
  const { matches, location } = router.state;
  return matches.at(-1)?.route.handle ? location.pathname : null;
}
