import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type UIMatch, useSearchParams } from "react-router";
import { productName } from "#platform/product.ts";
import type { RouteHandle } from "./routes/layout-routes.ts";
import type { RouteFacts } from "./routes/menu-tree.ts";

/**
 * The title of a route: the path parameter `title`, else the query's, else the texts of its menu entry, else the translated
 * key. An unknown key is shown as it is.
 */
export function useRouteTitle() {
  const { t, i18n } = useTranslation("route");
  return (facts: Pick<RouteFacts, "title" | "titles">, given?: string | null): string => {
    if (given) return given;
    const own = facts.titles?.[i18n.language as keyof NonNullable<RouteFacts["titles"]>];
    return own || t(facts.title as "dashboard", { defaultValue: facts.title });
  };
}

/** Keeps "<route title> - Homeroom" in the browser's title. */
export function usePageTitle(matches: UIMatch[]): void {
  const titleOf = useRouteTitle();
  const [search] = useSearchParams();
  const match = matches.at(-1);
  const handle = match?.handle as RouteHandle | { title: string } | undefined;
  const facts = handle && ("facts" in handle ? handle.facts : handle);
  const given = match?.params.title ?? search.get("title");
  const title = facts ? titleOf(facts, given) : given;
  useEffect(() => {
    document.title = title ? `${title} - ${productName}` : productName;
  }, [title]);
}
