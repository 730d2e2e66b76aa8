import type { Settings } from "#platform/config/settings";

/** The origin at which visitors see pages: one of its own where PAGES_URL names it. */
export function pagesOrigin({ PAGES_URL, PUBLIC_URL, HOST, PORT }: Settings): string {
  return new URL(PAGES_URL ?? PUBLIC_URL ?? `http://${HOST}:${PORT}`).origin;
}

/** The path of a page on that origin. */
export function pagePath(siteName: string, urlName: string): string {
  return `/p/${siteName}/${urlName}`;
}
