/** Paths that are open to everybody. */
export const publicPaths: readonly string[] = [
  "/login",
  "/register",
  "/GPTchat",
  "/GoogleLead",
  "/forgotpassword",
  "/pay",
  "/advert/lppreview",
];

/** The guide contains no personal data: it is open to everybody and needs no user. */
const isGuide = (path: string) => path === "/guide" || path.startsWith("/guide/");

/** With a token these two paths are treated as if there were none. */
const exemptPaths: readonly string[] = ["/register", "/pay"];

export interface Navigation {
  /** Path of the target, without query. */
  path: string;
  query: URLSearchParams;
  /** Whether any route matches the target. */
  matched: boolean;
  hasToken: boolean;
  /** Whether the user's roles are known, and there is at least one. */
  hasRoles: boolean;
  /** Address of the previous route, if it has a name. */
  previous: string | null;
}

export interface Decision {
  /** Remove the stored session first. */
  clearSession: boolean;
  next: { kind: "proceed" } | { kind: "redirect"; to: string } | { kind: "fetchUser" };
}

/**
 * The navigation guard, as specified; before it, the guide is open to all.
 * 1. /login with key and organizationid is an automatic sign-in: the stored session goes first.
 * 2. With a token (and not on the way to /register or /pay): /login leads home; a user whose roles are known proceeds,
 *    an unknown path leading back or to /404; otherwise the user is fetched and the navigation repeated.
 * 3. Without a token: public paths proceed, all others go to /login, which keeps the target.
 */
export function decideNavigation(navigation: Navigation): Decision {
  const { path, query, matched } = navigation;
  if (matched && isGuide(path)) return { clearSession: false, next: { kind: "proceed" } };
  const clearSession = path === "/login" && query.has("key") && query.has("organizationid");
  const hasToken = navigation.hasToken && !clearSession;
  if (hasToken && !exemptPaths.includes(path)) return { clearSession, next: decideSignedIn(navigation) };
  if (publicPaths.includes(path)) return { clearSession, next: { kind: "proceed" } };
  return { clearSession, next: { kind: "redirect", to: loginAddress(path, query) } };
}

function decideSignedIn({ path, matched, hasRoles, previous }: Navigation): Decision["next"] {
  if (path === "/login") return { kind: "redirect", to: "/" };
  if (!hasRoles) return { kind: "fetchUser" };
  if (!matched) return { kind: "redirect", to: previous ?? "/404" };
  return { kind: "proceed" };
}

/** The sign-in page, keeping where the person wanted to go (path and query). */
export function loginAddress(path: string, query: URLSearchParams): string {
  const search = query.toString();
  const target = search ? `${path}?${search}` : path;
  return `/login?redirect=${encodeURIComponent(target)}`;
}
