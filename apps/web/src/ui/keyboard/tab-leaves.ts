import type { KeyboardEvent } from "react";

/**
 * For the input of a multiple choice: Tab moves on and keeps the selection. The list itself would toggle the option that
 * happens to be highlighted.
 */
export function tabLeaves(event: KeyboardEvent): void {
  if (event.key === "Tab") event.stopPropagation();
}
