import type { Behaviour } from "./behaviours.ts";
import type { GraphErrorName } from "./graph-errors.ts";

export interface Timing {
  /** Milliseconds after a message was accepted. */
  sentMs: number;
  deliveredMs: number;
  /** Milliseconds after the delivery, if customers read automatically. */
  readMs: number;
}

export type ForcedAnswer = { error: GraphErrorName } | { answer: NonNullable<Behaviour["answer"]> };

export interface ForcedCalls {
  what: ForcedAnswer;
  left: number;
  /** The calls that it applies to: sends, or media calls. */
  on: "messages" | "media";
}

/** What a person or a test can switch while the sandbox runs. */
export interface Switches {
  timing: Timing;
  /** Customers read messages automatically, without anybody looking at the phone. */
  autoRead: boolean;
  /** Messages per second for each number, in both directions; undefined: unlimited. */
  throughputPerSecond?: number | undefined;
  /** One message every six seconds to the same person, with bursts of up to 45. */
  pairLimit: boolean;
  forced: ForcedCalls[];
  /** Whether people who are known only from a send have an open window. */
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

/** Takes the next forced answer for this kind of call. */
export function takeForced(switches: Switches, on: ForcedCalls["on"]): ForcedAnswer | undefined {
  const forced = switches.forced.find((one) => one.on === on);
  if (forced === undefined) return undefined;
  forced.left -= 1;
  if (forced.left <= 0) switches.forced = switches.forced.filter((one) => one !== forced);
  return forced.what;
}
