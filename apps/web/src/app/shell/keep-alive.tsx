import { Activity, type ContextType, type ReactNode, Suspense, useContext, useRef } from "react";
import { UNSAFE_LocationContext as LocationContext, useOutlet } from "react-router";
import { useKeptNames, useRefreshCount } from "./tags-view/tags-store.ts";
import { useVisit } from "./tags-view/use-visit.ts";
import { useCurrentRoute } from "./use-current-route.ts";

interface Kept {
  element: ReactNode;
  /** The address that the screen was left at: hidden screens go on seeing their own. */
  location: ContextType<typeof LocationContext>;
}

/**
 * Shows the current screen, and keeps the ones whose route asks for it: they are hidden, with their state and their
 * scroll position, until their tag is closed.
 */
export function KeepAlive() {
  useVisit();
  const outlet = useOutlet();
  const location = useContext(LocationContext);
  const { facts, pathname } = useCurrentRoute();
  const keptNames = useKeptNames();
  const refreshCount = useRefreshCount();
  const screens = useRef(new Map<string, Kept>());

  const current = facts?.keepAlive ? facts.name : null;
  if (current) screens.current.set(current, { element: outlet, location });
  for (const name of screens.current.keys()) {
    if (name !== current && !keptNames.has(name)) screens.current.delete(name);
  }

  return (
    <>
      {[...screens.current].map(([name, screen]) => (
        <Activity key={`${name}:${refreshCount(name)}`} mode={name === current ? "visible" : "hidden"}>
          <LocationContext.Provider value={screen.location}>
            <Suspense>{screen.element}</Suspense>
          </LocationContext.Provider>
        </Activity>
      ))}
      {!current && <Suspense key={`${facts?.path ?? pathname}:${refreshCount(facts?.name ?? "")}`}>{outlet}</Suspense>}
    </>
  );
}
