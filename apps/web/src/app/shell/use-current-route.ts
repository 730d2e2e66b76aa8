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

/** The route that is on screen. Pages such as /404 have no details. */
export function useCurrentRoute(): CurrentRoute {
  const match = useMatches().at(-1);
  const handle = match?.handle as RouteHandle | undefined;
  return { facts: handle?.facts, pathname: match?.pathname ?? "/", titleParam: match?.params.title };
}

/**
 * The route whose screen has been painted. A menu that marks this one renders after the screen instead of delaying it: the
 * kit renders a menu twice whenever another entry is marked, together with the screen's effects after its first frame.
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
