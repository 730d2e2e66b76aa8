const idleAfterMs = 5 * 60_000;
const signs = ["pointerdown", "pointermove", "wheel", "touchstart", "keydown"] as const;

/** A page that is loaded is one that somebody wants to see. */
let seenAt = Date.now();

/** Watches for signs of a person in front of this page. */
export function watchForPerson(): void {
  for (const sign of signs) addEventListener(sign, noteSign, { capture: true, passive: true });
}

const noteSign = () => {
  seenAt = Date.now();
};

/**
 * Whether nobody has touched this page for some minutes. Screens go on reading all the same, by a clock and by the server's
 * messages: that must not keep the session of a person who has gone.
 */
export function isIdle(): boolean {
  return Date.now() - seenAt > idleAfterMs;
}
