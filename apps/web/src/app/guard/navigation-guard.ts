import { type DataRouter, matchRoutes, replace } from "react-router";
import { currentUser, setCurrentUser } from "#platform/access.ts";
import { timesLeft } from "#platform/page-left.ts";
import { clearSession, leaveSignInNote, storedToken } from "#platform/session.ts";
import { layoutId, menuRoutes, type RouteHandle, unmatchedId } from "../routes/layout-routes.ts";
import { currentMenus } from "../routes/menu-store.ts";
import { flat } from "../routes/menu-tree.ts";
import { staticEntries } from "../routes/static-entries.ts";
import { decideNavigation, loginAddress } from "./decide-navigation.ts";

let loading: Promise<void> | null = null;
let refreshing: Promise<void> | null = null;
let staleMeanwhile = false;
let guarded: DataRouter | null = null;

/** Runs before every navigation; returns where to go instead, or null to proceed. */
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

/** Removes session and user, so that the next sign-in starts clean. */
export function forgetUser(): void {
  clearSession();
  setCurrentUser(null);
}

/**
 * Fetches user and menus again after the server announced a change, and refetches everything on the screen with the new
 * rights. A failure changes nothing.
 */
export function refreshAccess(): Promise<void> {
  // A read that is in progress may be older than the change.
  if (refreshing) staleMeanwhile = true;
  refreshing ??= refreshUntilFresh().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refreshUntilFresh(): Promise<void> {
  do {
    staleMeanwhile = false;
    await refresh();
  } while (staleMeanwhile);
}

async function refresh(): Promise<void> {
  const before = JSON.stringify(currentUser());
  const { loadAccess } = await import("./load-access.ts");
  const loaded = await loadAccess().then(
    () => true,
    () => false,
  );
  if (!loaded || !guarded) return;
  addRoutes(guarded);
  if (JSON.stringify(currentUser()) === before) return;
  await askAgain();
  if (isGone(guarded)) await guarded.navigate("/401", { replace: true });
}

/** Data that was read with other rights is no longer shown. */
async function askAgain(): Promise<void> {
  const { queryClient } = await import("#platform/query.ts");
  queryClient.removeQueries({ type: "inactive" });
  await queryClient.invalidateQueries({ type: "active" });
}

/** Whether the menu entry of the current page was removed. */
function isGone({ state }: DataRouter): boolean {
  const facts = (state.matches.at(-1)?.route.handle as Partial<RouteHandle> | undefined)?.facts;
  if (!facts) return false;
  return ![...staticEntries, ...flat(currentMenus())].some(({ path }) => path === facts.path);
}

/** Fetches the user, adds their routes and repeats the navigation; a failure leads to the sign-in page. */
async function fetchUser(router: DataRouter, target: URL): Promise<Response> {
  try {
    loading ??= loadOnceShown();
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

/**
 * Loads user and menus. When a page is left, the browser aborts its calls before it fires the event, which would sign out a
 * person who reloads a page twice in a row. So a failure counts only if the page is still shown.
 */
async function loadOnceShown(): Promise<void> {
  const leftBefore = timesLeft();
  try {
    await import("./load-access.ts").then(({ loadAccess }) => loadAccess());
  } catch (reason) {
    await new Promise((resume) => setTimeout(resume));
    if (timesLeft() === leftBefore) throw reason;
    await loadOnceShown();
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

/** The full paths of the routes, cached by the routes: they are computed once each time routes are added. */
const wholeAddresses = new WeakMap<DataRouter["routes"], ReadonlySet<string>>();

/**
 * Matching tries every route, which takes tens of milliseconds on a slow machine, so an address that equals a route's path
 * is looked up.
 */
function isMatched({ routes }: DataRouter, path: string): boolean {
  const known = wholeAddresses.get(routes) ?? new Set(addressesIn(routes));
  wholeAddresses.set(routes, known);
  return known.has(path) || matchRoutes(routes, path)?.at(-1)?.route.id !== unmatchedId;
}

/** Routes below the layout have their full address as their path. */
function addressesIn(routes: DataRouter["routes"]): string[] {
  return routes.flatMap(({ path, children = [] }) => [
    ...(path?.startsWith("/") && !/[:*?]/.test(path) ? [path] : []),
    ...addressesIn(children),
  ]);
}

function previousAddress(router: DataRouter): string | null {
  if (!router.state.initialized) return null;
  const { matches, location } = router.state;
  return matches.at(-1)?.route.handle ? location.pathname : null;
}
