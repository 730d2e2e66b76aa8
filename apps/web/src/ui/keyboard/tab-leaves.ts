import type { KeyboardEvent } from "react";

/**
 * For the input of a choice of several: Tab goes on with what is chosen. The list itself would choose, or leave out, the
 * option that happens to be marked.
 */
export function tabLeaves(event: KeyboardEvent): void {
  if (event.key === "Tab") event.stopPropagation();
}
