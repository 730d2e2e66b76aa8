import { useEffect } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import { usePageTitle } from "./page-title.ts";

/** Around every page: the browser's title, and the top of the page after a navigation. */
export function RootFrame() {
  usePageTitle(useMatches());
  const { pathname } = useLocation();
  useEffect(() => {
    window.scrollTo({ left: 0, top: 0 });
    document.getElementById("main")?.scrollTo({ left: 0, top: 0 });
  }, [pathname]);
  return <Outlet />;
}
