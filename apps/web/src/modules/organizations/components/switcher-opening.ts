import { createStore } from "#platform/store.ts";

const opening = createStore(false);

/** Opens the branch switcher from anywhere in the shell. */
export function openBranchSwitcher(): void {
  opening.set(true);
}

/** Whether the switcher is open, and its setter. */
export function useSwitcherOpening(): [boolean, (open: boolean) => void] {
  return [opening.useValue(), opening.set];
}
