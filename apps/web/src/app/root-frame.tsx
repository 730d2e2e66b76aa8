import { useEffect, useLayoutEffect } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import { usePageTitle } from "./page-title.ts";

/** Around every page: the browser's title, and after a navigation the top of the page, or the part that its address names. */
export function RootFrame() {
  // The first page's HTML shows where things will be until there is something to be seen.
  useLayoutEffect(() => document.getElementById("first-paint")?.remove(), []);
  usePageTitle(useMatches());
  const { pathname } = useLocation();
  useEffect(() => {
    const part = document.getElementById(window.location.hash.slice(1));
    if (part) return part.scrollIntoView();
    window.scrollTo({ left: 0, top: 0 });
    document.getElementById("main")?.scrollTo({ left: 0, top: 0 });
  }, [pathname]);
  return <Outlet />;
}
