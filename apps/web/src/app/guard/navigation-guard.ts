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

/**
 * Fetches user and menus again, after the server has said that they changed, and has everything on the screen asked for
 * with the new rights. A failure leaves things as they are.
 */
export function refreshAccess(): Promise<void> {
  // What is being read just now may be older than what this is about.
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

/** What was read with other rights is not shown any more. */
async function askAgain(): Promise<void> {
  const { queryClient } = await import("#platform/query.ts");
  queryClient.removeQueries({ type: "inactive" });
  await queryClient.invalidateQueries({ type: "active" });
}

/** Whether the menu entry of the page in front was taken away. */
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
 * Loads user and menus. The browser gives up the calls of a page that is left before it says that the page is left, which
 * would sign out a person who loads a page twice in a row: a failure counts only in a page that is still shown.
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

/** The whole addresses among the routes, by the routes: they are read once each time that routes are added. */
const wholeAddresses = new WeakMap<DataRouter["routes"], ReadonlySet<string>>();

/** Matching goes through every route, which takes tens of milliseconds on a slow machine: an address that is a route is looked up. */
function isMatched({ routes }: DataRouter, path: string): boolean {
  const known = wholeAddresses.get(routes) ?? new Set(addressesIn(routes));
  wholeAddresses.set(routes, known);
  return known.has(path) || matchRoutes(routes, path)?.at(-1)?.route.id !== unmatchedId;
}

/** Routes below the layout have their whole address as their path. */
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
