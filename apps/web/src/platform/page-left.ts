let times = 0;

if (typeof window !== "undefined") window.addEventListener("pagehide", () => times++);

/** How often this page was left; more than once if the browser restored it from its cache. */
export function timesLeft(): number {
  return times;
}
