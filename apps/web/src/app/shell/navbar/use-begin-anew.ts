import { dashboardEntry } from "../../routes/static-entries.ts";
import { useCurrentRoute } from "../use-current-route.ts";

/**
 * Loads the app anew after the session has gone to another branch: on the same screen, or on the dashboard where the screen
 * shows one record, which may be the other branch's.
 */
export function useBeginAnew(): () => void {
  const { facts, pathname } = useCurrentRoute();
  const isList = facts !== undefined && !facts.path.includes(":");
  return () => window.location.assign(isList ? pathname : dashboardEntry.path);
}
