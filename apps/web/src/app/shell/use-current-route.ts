import { startTransition, useEffect, useState } from "react";
import { useMatches } from "react-router";
import { afterPaint } from "#ui/page/use-painted.ts";
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

/**
 * The route whose screen has been painted. A menu that marks it is drawn after the screen instead of holding it up: the kit
 * draws a menu twice whenever another entry is marked, and what the screen does after its first frame with it.
 */
export function usePaintedRoute(): CurrentRoute {
  const { facts, pathname, titleParam } = useCurrentRoute();
  const [painted, setPainted] = useState<CurrentRoute>({ facts, pathname, titleParam });
  useEffect(
    () => afterPaint(() => startTransition(() => setPainted({ facts, pathname, titleParam }))),
    [facts, pathname, titleParam],
  );
  return painted;
}
