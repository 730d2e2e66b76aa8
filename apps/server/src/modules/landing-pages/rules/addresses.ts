import type { Settings } from "#platform/config/settings";

/** The origin at which visitors see pages: one of its own where PAGES_URL names it. */
export function pagesOrigin({ PAGES_URL, PUBLIC_URL, HOST, PORT }: Settings): string {
  return new URL(PAGES_URL ?? PUBLIC_URL ?? `http://${HOST}:${PORT}`).origin;
}

/** The path of a page on that origin. */
export function pagePath(siteName: string, urlName: string): string {
  return `/p/${siteName}/${urlName}`;
}

/** The page of an own host's bare address. */
const frontPage = "index";

/** The path of a page at a host of the organisation's own. */
export function ownPath(urlName: string): string {
  return urlName.toLowerCase() === frontPage ? "/" : `/${urlName}`;
}

/** The URL name of the page at a path of an own host; null where no page can be. */
export function urlNameAt(path: string): string | null {
  if (path === "/") return frontPage;
  return /^\/([A-Za-z0-9_-]{3,60})$/.exec(path)?.[1] ?? null;
}

/** Where visitors find a page. */
export interface PagePlace {
  url: string;
  /** What its own addresses begin with: pictures, presses and forms are below it. */
  path: string;
}
