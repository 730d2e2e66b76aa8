import { createStore } from "#platform/store.ts";

const opening = createStore(false);

/** Shows the branches that one can go to, from anywhere in the shell. */
export function openBranchSwitcher(): void {
  opening.set(true);
}

/** Whether the switcher is open, and how to change that. */
export function useSwitcherOpening(): [boolean, (open: boolean) => void] {
  return [opening.useValue(), opening.set];
}
