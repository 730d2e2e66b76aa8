import { useEffect, useRef } from "react";
import { isShortcut } from "#ui/keyboard/shortcut.ts";

const ownsEscape = 'dialog, [role="dialog"], [role="menu"], [role="tooltip"], [aria-expanded="true"]';

/** One step back on Escape, unless something that is open over the conversation takes the key for itself. */
export function useEscape(stepBack: () => void): void {
  const latest = useRef(stepBack);
  useEffect(() => {
    latest.current = stepBack;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event, "Escape")) return;
      if (event.target instanceof Element && event.target.closest(ownsEscape)) return;
      latest.current();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
