import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useOptionalUser } from "#platform/access.ts";
import { usePreference } from "#platform/preferences.ts";
import { dashboardEntry } from "../../routes/static-entries.ts";
import { useTourAsked } from "./tour-store.ts";

const Tour = lazy(() => import("./tour.tsx").then(({ Tour }) => ({ default: Tour })));

/** Shows the tour to new people on their home, and to everybody who asks for it. */
export function TourWatch() {
  const asked = useTourAsked();
  const user = useOptionalUser();
  const [device] = usePreference("device");
  const { pathname } = useLocation();
  const isNew = user !== null && !user.tourCompleted && user.viewsAs === null && device === "desktop";
  if (!asked && !(isNew && pathname === dashboardEntry.path)) return null;
  return (
    <Suspense fallback={null}>
      <Tour />
    </Suspense>
  );
}
