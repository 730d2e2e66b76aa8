import { useLayoutEffect, useRef } from "react";
import { preferences } from "#platform/preferences.ts";
import { isInDialog, isNobodysPlace, isShortcut, isWritingPlace } from "./shortcut.ts";

interface Options {
  /** Off while something else has the focus, such as an open dialog. */
  enabled?: boolean;
  /** Also while a person types in a field; the default for shortcuts with `mod` and for Escape. */
  whileWriting?: boolean;
  /** Only while nothing on the page has the focus: for keys that most controls use, such as arrows. */
  onlyWhenFree?: boolean;
}

/**
 * Calls back when a shortcut is pressed anywhere on the page: `useShortcut("mod+k", open)`. Single letters do nothing for
 * people who have switched them off. Keys pressed in a dialog over the page belong to the dialog, except those with `mod`.
 */
export function useShortcut(shortcut: string, action: (event: KeyboardEvent) => void, options: Options = {}): void {
  const { enabled = true, onlyWhenFree = false } = options;
  const { whileWriting = shortcut.startsWith("mod+") || shortcut === "Escape" } = options;
  const latest = useRef(action);
  // Before the page is painted, so that a key pressed right after is not lost.
  useLayoutEffect(() => {
    latest.current = action;
  });

  useLayoutEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event, shortcut)) return;
      if (!shortcut.startsWith("mod+") && isInDialog(event.target)) return;
      if (!whileWriting && isWritingPlace(event.target)) return;
      if (onlyWhenFree && !isNobodysPlace(event.target)) return;
      if (/^[a-z]$/.test(shortcut) && !preferences.get().singleKeys) return;
      event.preventDefault();
      latest.current(event);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [shortcut, enabled, whileWriting, onlyWhenFree]);
}
