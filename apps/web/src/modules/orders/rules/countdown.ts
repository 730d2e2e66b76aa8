/** The time that is left, in whole parts. */
export interface TimeLeft {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** What is left until a moment, by a clock that may stand apart from the reader's; null when it is over. */
export function timeLeft(until: string, now: number): TimeLeft | null {
  const left = Math.floor((Date.parse(until) - now) / 1000);
  if (left <= 0) return null;
  return { hours: Math.floor(left / 3600), minutes: Math.floor(left / 60) % 60, seconds: left % 60 };
}
