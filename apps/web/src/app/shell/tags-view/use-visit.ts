import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { dashboardEntry } from "../../routes/static-entries.ts";
import { useCurrentRoute } from "../use-current-route.ts";
import { visitTag } from "./tags-store.ts";

/** Remembers every route that is visited, whether the tags are shown or not: they also decide what stays alive. */
export function useVisit(): void {
  const { facts, pathname, titleParam } = useCurrentRoute();
  const location = useLocation();
  const [search] = useSearchParams();
  const givenTitle = titleParam ?? search.get("title") ?? undefined;

  useEffect(() => {
    const { name, path, icon, keepAlive } = dashboardEntry;
    visitTag({ path, fullPath: path, name, icon, keepAlive, affix: true, title: dashboardEntry });
  }, []);

  useEffect(() => {
    if (!facts?.title) return;
    visitTag({
      path: pathname,
      fullPath: pathname + location.search,
      name: facts.name,
      title: facts,
      givenTitle,
      icon: facts.icon,
      affix: facts.affix,
      keepAlive: facts.keepAlive,
    });
  }, [facts, pathname, location.search, givenTitle]);
}
