import { useFocusReturn } from "#ui/keyboard/use-focus-return.ts";
import { useMenuKeys } from "#ui/keyboard/use-menu-keys.ts";
import { useCutTitles } from "#ui/page/use-cut-titles.ts";
import { useServiceWorker } from "./offline/use-service-worker.ts";
import { useDailyScreens } from "./use-daily-screens.ts";

/**
 * What helps on every screen, and no screen waits for: where the keyboard goes, cut texts shown whole, the screens that are
 * likely to be opened next, and what works without a connection.
 */
export function PageAids() {
  useFocusReturn();
  useMenuKeys();
  useCutTitles();
  useDailyScreens();
  useServiceWorker();
  return null;
}
