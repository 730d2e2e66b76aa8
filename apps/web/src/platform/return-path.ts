/**
 * Where to go after signing in: the `redirect` parameter read as an address of our own site, "/" when it is missing,
 * names another site, or leads back to the sign-in page.
 */
export function returnPath(redirect: string | null, origin: string): string {
  if (!redirect) return "/";
  try {
    const target = new URL(redirect, origin);
    if (target.origin !== origin || target.pathname === "/login") return "/";
    // A path that starts with two slashes would be read as another site's address.
    return `/${target.pathname.replace(/^\/+/, "")}${target.search}`;
  } catch {
    return "/";
  }
}

/** "/#/lead/list?x=1" of the older addresses as "/lead/list?x=1"; null when the address is not one of them. */
export function pathOfHash(pathname: string, hash: string): string | null {
  return pathname === "/" && hash.startsWith("#/") ? `/${hash.slice(2).replace(/^\/+/, "")}` : null;
}
