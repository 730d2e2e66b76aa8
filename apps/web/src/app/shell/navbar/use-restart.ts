import { dashboardEntry } from "../../routes/static-entries.ts";
import { useCurrentRoute } from "../use-current-route.ts";

/**
 * Reloads the app after the session has moved to another branch: on the same screen, or on the dashboard if the screen
 * shows one record, which may belong to the other branch.
 */
export function useRestart(): () => void {
  const { facts, pathname } = useCurrentRoute();
  const isList = facts !== undefined && !facts.path.includes(":");
  return () => window.location.assign(isList ? pathname : dashboardEntry.path);
}
