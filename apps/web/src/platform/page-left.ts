let times = 0;

if (typeof window !== "undefined") window.addEventListener("pagehide", () => times++);

/** How often this page was left; more than once when the browser kept it and showed it again. */
export function timesLeft(): number {
  return times;
}
