import { useEffect } from "react";
import { usePreference } from "#platform/preferences.ts";
import { flat, type MenuEntry } from "../routes/menu-tree.ts";
import { useCurrentRoute } from "./use-current-route.ts";

/** The entry of the top bar that the current route belongs to; for pages that belong to none, the previous entry is kept. */
export function useActiveTop(entries: readonly MenuEntry[]): MenuEntry | undefined {
  const [stored, setStored] = usePreference("activeTopMenuPath");
  const { facts } = useCurrentRoute();
  const found = facts && entries.find((entry) => belongsTo(facts, entry));
  const path = found?.path ?? stored;
  useEffect(() => {
    if (found && found.path !== stored) setStored(found.path);
  });
  return entries.find((entry) => entry.path === path);
}

function belongsTo(facts: { path: string; trail: string[] }, entry: MenuEntry): boolean {
  return flat([entry]).some(({ path }) => path === facts.path || facts.trail.includes(path));
}
