import { GraphRefusal } from "./graph-errors.ts";
import type { Switches } from "./switches.ts";

interface Bucket {
  tokens: number;
  at: number;
}

const PAIR = { burst: 45, perSecond: 1 / 6 };
const MOST_PAIRS = 50_000;

/** Meta's sending limits, if switched on: 130429 for each number, 131056 for each pair. */
export interface RateLimits {
  check(switches: Switches, phoneNumberId: string, person: string): void;
}

export function createRateLimits(clock: () => number = Date.now): RateLimits {
  const numbers = new Map<string, Bucket>();
  const pairs = new Map<string, Bucket>();
  const take = (buckets: Map<string, Bucket>, key: string, limit: { burst: number; perSecond: number }) => {
    const now = clock();
    const bucket = buckets.get(key) ?? { tokens: limit.burst, at: now };
    bucket.tokens = Math.min(limit.burst, bucket.tokens + ((now - bucket.at) / 1_000) * limit.perSecond);
    bucket.at = now;
    buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
  return {
    check(switches, phoneNumberId, person) {
      const perSecond = switches.throughputPerSecond;
      if (perSecond !== undefined && !take(numbers, phoneNumberId, { burst: perSecond, perSecond })) {
        throw new GraphRefusal("throughput");
      }
      if (!switches.pairLimit) return;
      if (pairs.size > MOST_PAIRS) pairs.clear();
      if (!take(pairs, `${phoneNumberId} ${person}`, PAIR)) throw new GraphRefusal("pairRate");
    },
  };
}
