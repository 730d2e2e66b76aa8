import { Activity, type ContextType, type ReactNode, Suspense, useContext, useEffect, useState } from "react";
import { UNSAFE_LocationContext as LocationContext, useLocation, useOutlet, useSearchParams } from "react-router";
import { dashboardEntry } from "../routes/static-entries.ts";
import { useKeptNames, useRefreshCount, visitTag } from "./tags-view/tags-store.ts";
import { useCurrentRoute } from "./use-current-route.ts";

type Screen = KeptScreen<ReactNode, ContextType<typeof LocationContext>>;

/**
 * Shows the current screen, and keeps the screens whose route asks for it hidden, with their state and scroll position,
 * until their tag is closed.
 */
export function KeepAlive() {
  useVisit();
  const element = useOutlet();
  const location = useContext(LocationContext);
  const { facts, pathname } = useCurrentRoute();
  const names = useKeptNames();
  const refreshCount = useRefreshCount();
  const [held, setHeld] = useState<readonly Screen[]>([]);

  const current = facts?.keepAlive ? { name: facts.name, element, location } : null;
  const screens = keptScreens(held, current, names);
  if (screens !== held) setHeld(screens);

  return (
    <>
      {screens.map((screen) => (
        <Activity
          key={`${screen.name}:${refreshCount(screen.name)}`}
          mode={screen.name === current?.name ? "visible" : "hidden"}
        >
          <LocationContext.Provider value={screen.location}>
            <Suspense>{screen.element}</Suspense>
          </LocationContext.Provider>
        </Activity>
      ))}
      {!current && <Suspense key={`${facts?.path ?? pathname}:${refreshCount(facts?.name ?? "")}`}>{element}</Suspense>}
    </>
  );
}

/** Remembers every route that is visited, whether the tags are shown or not: they also decide what stays alive. */
function useVisit(): void {
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

interface KeptScreen<Element, Location> {
  name: string;
  element: Element;
  /** The address at which the screen was left: hidden screens keep seeing their own. */
  location: Location;
}

/**
 * The screens to keep: the current one updated, the others as they were left, those without a tag dropped. Returns the same
 * list if nothing has changed.
 */
export function keptScreens<Element, Location>(
  held: readonly KeptScreen<Element, Location>[],
  current: KeptScreen<Element, Location> | null,
  names: ReadonlySet<string>,
): readonly KeptScreen<Element, Location>[] {
  const known = held.find(({ name }) => name === current?.name);
  const same = !current || (known?.element === current.element && known.location === current.location);
  const staying = held.filter(({ name }) => name === current?.name || names.has(name));
  if (same && staying.length === held.length) return held;
  if (!current) return staying;
  return known ? staying.map((screen) => (screen === known ? current : screen)) : [...staying, current];
}
