import { useLayoutEffect, useRef } from "react";
import { preferences } from "#platform/preferences.ts";
import { isInDialog, isNobodysPlace, isShortcut, isWritingPlace } from "./shortcut.ts";

interface Options {
  /** Off while something else has the keyboard, such as an open dialog. */
  enabled?: boolean;
  /** Also while a person writes in a field; the default for shortcuts with `mod` and for Escape. */
  whileWriting?: boolean;
  /** Only while nothing on the page has the keyboard: for keys that mean something to most parts, such as arrows. */
  onlyWhenFree?: boolean;
}

/**
 * Calls back when a shortcut is pressed anywhere on the page: `useShortcut("mod+k", open)`. Single letters are none for
 * people who have switched them off. Keys that are pressed in a dialog over the page are the dialog's, but for those with
 * `mod`.
 */
export function useShortcut(shortcut: string, action: (event: KeyboardEvent) => void, options: Options = {}): void {
  const { enabled = true, onlyWhenFree = false } = options;
  const { whileWriting = shortcut.startsWith("mod+") || shortcut === "Escape" } = options;
  const latest = useRef(action);
  // Before the page is painted: a key that is pressed as soon as it is seen must not be lost.
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
