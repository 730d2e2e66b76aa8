import { numberOf } from "#platform/calls/read-json";

/** The sources of a time for an event without one. */
export interface TimeSource {
  entryTime?: string;
  now: Date;
}

const year2100 = 4_102_444_800;

/** WhatsApp's times are seconds since 1970, as text or as number; a few notices use milliseconds. */
export function timeOf(timestamp: unknown, source: TimeSource): Date {
  return dateOf(timestamp) ?? dateOf(source.entryTime) ?? source.now;
}

/** The moment of a WhatsApp timestamp; undefined for an invalid one. */
export function dateOf(timestamp: unknown): Date | undefined {
  const number = numberOf(timestamp);
  if (number === undefined || number <= 0) return undefined;
  const seconds = number > year2100 ? number / 1000 : number;
  return seconds <= year2100 ? new Date(Math.round(seconds * 1000)) : undefined;
}
