import { setTimeout as sleep } from "node:timers/promises";
import { sqlState } from "../failures.ts";

const lockTimedOut = "55P03";
const maxAttempts = 100;
const pauseMs = 1000;

/** Retries work that waited too long for a table in use, after a pause in which others get their turn. */
export async function giveWay<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const hasTimedOut = error instanceof Error && sqlState(error.cause) === lockTimedOut;
      if (!hasTimedOut || attempts === maxAttempts) throw error;
    }
    await sleep(pauseMs);
  }
}
