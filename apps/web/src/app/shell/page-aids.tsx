import { useFocusReturn } from "#ui/keyboard/use-focus-return.ts";
import { useMenuKeys } from "#ui/keyboard/use-menu-keys.ts";
import { useCutTitles } from "#ui/page/use-cut-titles.ts";
import { useServiceWorker } from "./offline/use-service-worker.ts";
import { useDailyScreens } from "./use-daily-screens.ts";

/**
 * Aids for every screen that no screen waits for: keyboard focus, full text for truncated texts, prefetching of the screens
 * that are likely to be opened next, and the offline page.
 */
export function PageAids() {
  useFocusReturn();
  useMenuKeys();
  useCutTitles();
  useDailyScreens();
  useServiceWorker();
  return null;
}
