import { isComposing, isNobodysPlace } from "./shortcut.ts";

const keptFor = 5000;
const kept: { press: KeyboardEvent; path: string; at: number }[] = [];

/** Remembers keys that are pressed while their screen is still loading. Called once, when the app starts. */
export function keepEarlyKeys(): void {
  window.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.metaKey || press.altKey || isComposing(press) || !isNobodysPlace(press.target)) return;
    kept.push({ press, path: window.location.pathname, at: performance.now() });
    if (kept.length > 10) kept.shift();
  });
}

/** Replays keys that were pressed at this address in the last seconds without effect. Called by a screen with shortcuts. */
export function replayEarlyKeys(): void {
  const now = performance.now();
  for (const { press, path, at } of kept.splice(0)) {
    if (press.defaultPrevented || path !== window.location.pathname || now - at > keptFor) continue;
    const { key, code, shiftKey } = press;
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }));
  }
}
