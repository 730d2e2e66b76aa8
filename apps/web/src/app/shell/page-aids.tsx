import { useFocusReturn } from "#ui/keyboard/use-focus-return.ts";
import { useCutTitles } from "#ui/page/use-cut-titles.ts";

/** What helps on every screen, and no screen waits for: where the keyboard goes back to, and cut texts shown whole. */
export function PageAids() {
  useFocusReturn();
  useCutTitles();
  return null;
}
