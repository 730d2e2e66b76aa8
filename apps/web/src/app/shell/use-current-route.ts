import { useMatches } from "react-router";
import type { RouteHandle } from "../routes/layout-routes.ts";
import type { RouteFacts } from "../routes/menu-tree.ts";

export interface CurrentRoute {
  facts: RouteFacts | undefined;
  /** Path with its parameters filled in. */
  pathname: string;
  titleParam: string | undefined;
}

/** The route that is on screen. Pages such as /404 have no facts. */
export function useCurrentRoute(): CurrentRoute {
  const match = useMatches().at(-1);
  const handle = match?.handle as RouteHandle | undefined;
  return { facts: handle?.facts, pathname: match?.pathname ?? "/", titleParam: match?.params.title };
}
