import { Activity, type ContextType, type ReactNode, Suspense, useContext, useState } from "react";
import { UNSAFE_LocationContext as LocationContext, useOutlet } from "react-router";
import { type KeptScreen, keptScreens } from "./kept-screens.ts";
import { useKeptNames, useRefreshCount } from "./tags-view/tags-store.ts";
import { useVisit } from "./tags-view/use-visit.ts";
import { useCurrentRoute } from "./use-current-route.ts";

type Screen = KeptScreen<ReactNode, ContextType<typeof LocationContext>>;

/**
 * Shows the current screen, and keeps the ones whose route asks for it: they are hidden, with their state and their
 * scroll position, until their tag is closed.
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
