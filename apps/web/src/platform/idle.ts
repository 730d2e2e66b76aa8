const idleAfterMs = 5 * 60_000;
const signs = ["pointerdown", "pointermove", "wheel", "touchstart", "keydown"] as const;

/** Loading the page counts as activity. */
let seenAt = Date.now();

/** Watches for activity of the person on this page. */
export function watchForPerson(): void {
  for (const sign of signs) addEventListener(sign, noteSign, { capture: true, passive: true });
}

const noteSign = () => {
  seenAt = Date.now();
};

/**
 * Whether there was no activity on this page for some minutes. Screens still read on timers and on the server's messages;
 * that must not keep the session of an absent person alive.
 */
export function isIdle(): boolean {
  return Date.now() - seenAt > idleAfterMs;
}
