import type { Behaviour } from "./behaviours.ts";
import type { GraphErrorName } from "./graph-errors.ts";

export interface Timing {
  /** Milliseconds after a message was accepted. */
  sentMs: number;
  deliveredMs: number;
  /** Milliseconds after the delivery, when customers read on their own. */
  readMs: number;
}

export type ForcedAnswer = { error: GraphErrorName } | { answer: NonNullable<Behaviour["answer"]> };

export interface Forced {
  what: ForcedAnswer;
  left: number;
  /** Calls that it meets: sends, or media calls. */
  on: "messages" | "media";
}

/** What a person or a test can turn while the sandbox runs. */
export interface Switches {
  timing: Timing;
  /** Customers read what arrives without anybody looking at the phone. */
  autoRead: boolean;
  /** Messages per second and number, both ways; undefined: not limited. */
  throughputPerSecond?: number | undefined;
  /** One message in six seconds to the same person, with a burst of 45. */
  pairLimit: boolean;
  forced: Forced[];
  /** Whether people who are only known by a send have an open window. */
  strangersOpen: boolean;
  /** How long the review of a template takes. */
  reviewMs: number;
}

export const defaultTiming: Timing = { sentMs: 50, deliveredMs: 150, readMs: 1_500 };

export function createSwitches(timing: Partial<Timing> = {}, strangersOpen = false): Switches {
  return {
    timing: { ...defaultTiming, ...timing },
    autoRead: false,
    pairLimit: false,
    forced: [],
    strangersOpen,
    reviewMs: 2_000,
  };
}

/** The next forced answer for this kind of call, used up by one. */
export function takeForced(switches: Switches, on: Forced["on"]): ForcedAnswer | undefined {
  const forced = switches.forced.find((one) => one.on === on);
  if (forced === undefined) return undefined;
  forced.left -= 1;
  if (forced.left <= 0) switches.forced = switches.forced.filter((one) => one !== forced);
  return forced.what;
}
