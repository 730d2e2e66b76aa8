import type { AgentProblem } from "../port.ts";

const waits = [20_000, 60_000, 180_000];
const longestWait = 10 * 60_000;

/** When an agent that failed is asked again, by the number of attempts; null: no more. */
export function nextAttempt(problem: AgentProblem, attempts: number, now: Date): Date | null {
  const wait = waits[attempts - 1];
  if (!problem.passing || wait === undefined) return null;
  const asked = Math.min(problem.retryAfterMs ?? 0, longestWait);
  return new Date(now.getTime() + Math.max(wait, asked));
}
