import { useFocusReturn } from "#ui/keyboard/use-focus-return.ts";
import { useCutTitles } from "#ui/page/use-cut-titles.ts";
import { useDailyScreens } from "./use-daily-screens.ts";

/**
 * What helps on every screen, and no screen waits for: where the keyboard goes back to, cut texts shown whole, and the screens
 * that are likely to be opened next.
 */
export function PageAids() {
  useFocusReturn();
  useCutTitles();
  useDailyScreens();
  return null;
}
