import { numberOf } from "#platform/calls/read-json";

/** Where a time is taken from when an event gives none. */
export interface TimeSource {
  entryTime?: string;
  now: Date;
}

const year2100 = 4_102_444_800;

/** WhatsApp's times are seconds since 1970, as text or as number; a few of its news are in milliseconds. */
export function timeOf(timestamp: unknown, source: TimeSource): Date {
  return dateOf(timestamp) ?? dateOf(source.entryTime) ?? source.now;
}

/** The moment that a timestamp of WhatsApp's names; undefined for what can be none. */
export function dateOf(timestamp: unknown): Date | undefined {
  const number = numberOf(timestamp);
  if (number === undefined || number <= 0) return undefined;
  const seconds = number > year2100 ? number / 1000 : number;
  return seconds <= year2100 ? new Date(Math.round(seconds * 1000)) : undefined;
}
