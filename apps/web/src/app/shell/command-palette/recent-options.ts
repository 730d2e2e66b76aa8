import { currentUser } from "#platform/access.ts";
import type { PaletteOption } from "./option.ts";

/** What was opened from the palette lately, for this browser tab and this person only: names of people are among it. */
const most = 8;

const storageKey = () => `palette.${currentUser()?.accountID ?? ""}`;

/** The lines chosen last, the latest first. */
export function recentOptions(): PaletteOption[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Keeps a line as the latest one. What only does something is not kept. */
export function keepOption({ run: _, ...option }: PaletteOption): void {
  if (!option.address) return;
  const others = recentOptions().filter(({ key }) => key !== option.key);
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify([option, ...others].slice(0, most)));
  } catch {
    // Without room in the browser nothing is remembered.
  }
}

function isKept(one: unknown): one is PaletteOption {
  const { key, title, address, icon, kind } = (one ?? {}) as Record<string, unknown>;
  return [key, title, address, icon, kind].every((text) => typeof text === "string");
}
