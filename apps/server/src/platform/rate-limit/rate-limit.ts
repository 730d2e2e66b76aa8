import { CompiledQuery } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Settings } from "#platform/config/settings";
import type { Database } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Limits how often a key may do something in a period, across all processes. */
export interface RateLimit {
  /** Counts one; throws TOO_MANY_REQUESTS, with the seconds to wait, above the limit. */
  take(key: string): Promise<void>;
  /** Takes one count back, for a call that turns out not to be limited. */
  giveBack(key: string): Promise<void>;
  /** Resets the key's count. */
  clear(key: string): Promise<void>;
}

/** A limit kept in the table rate_limit. With RATE_LIMITS off nothing is counted or refused. */
export function createRateLimit(
  around: { db: Database; settings: Pick<Settings, "RATE_LIMITS"> },
  rule: { name: string; points: number; seconds: number },
): RateLimit {
  if (around.settings.RATE_LIMITS === "off") return { take: nothing, giveBack: nothing, clear: nothing };
  const limiter = new RateLimiterPostgres({
    storeClient: queriesOf(around.db),
    storeType: "client",
    tableName: "rate_limit",
    tableCreated: true,
    keyPrefix: rule.name,
    points: rule.points,
    duration: rule.seconds,
  });
  return {
    take: (key) => consume(limiter, key),
    giveBack: async (key) => void (await limiter.reward(key)),
    clear: async (key) => void (await limiter.delete(key)),
  };
}

/** A limit of this process alone, without a query: for calls that must be refused cheaply. */
export function createLocalRateLimit(
  settings: Pick<Settings, "RATE_LIMITS">,
  rule: { points: number; seconds: number },
): Pick<RateLimit, "take"> {
  if (settings.RATE_LIMITS === "off") return { take: nothing };
  const limiter = new RateLimiterMemory({ points: rule.points, duration: rule.seconds });
  return { take: (key) => consume(limiter, key) };
}

async function consume(limiter: RateLimiterMemory | RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError("TOO_MANY_REQUESTS", {}, { retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000) });
  }
}

/** The part of a pg client that the limiter uses, on our own pool. */
function queriesOf(db: Database) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) };
    },
  };
}

async function nothing(): Promise<void> {}
