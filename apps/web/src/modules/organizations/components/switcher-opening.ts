import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

function setOpen(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

/** Shows the branches that one can go to, from anywhere in the shell. */
export function openBranchSwitcher(): void {
  setOpen(true);
}

/** Whether the switcher is open, and how to change that. */
export function useSwitcherOpening(): [boolean, (open: boolean) => void] {
  const open = useSyncExternalStore(subscribe, () => isOpen);
  return [open, setOpen];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
