import type { SplitVerdict } from "@homeroom/contract/landing-splits";

/** The actions of a version's visitors. */
export interface ArmCounts {
  views: number;
  actions: number;
}

const minViews = 100;
const minActions = 10;
/** People check a test every day, so a lower certainty would too often be chance. */
const sureFrom = 0.975;
const manyViews = 2000;

/**
 * How sure it is that b makes more visitors act than a does, and what that means. Each version's rate is taken as the mean
 * of the beta distribution that its counts leave, whose difference is close to normal at these numbers.
 */
export function verdictOf(a: ArmCounts, b: ArmCounts): { certainty: number; verdict: SplitVerdict } {
  const [left, right] = [rateOf(a), rateOf(b)];
  const certainty = normal((right.mean - left.mean) / Math.sqrt(left.variance + right.variance));
  const views = Math.min(a.views, b.views);
  if (views < minViews || a.actions + b.actions < minActions) return { certainty, verdict: "early" };
  if (certainty >= sureFrom) return { certainty, verdict: "b" };
  if (certainty <= 1 - sureFrom) return { certainty, verdict: "a" };
  return { certainty, verdict: views >= manyViews && Math.abs(certainty - 0.5) < 0.3 ? "even" : "open" };
}

function rateOf({ views, actions }: ArmCounts): { mean: number; variance: number } {
  // One visitor may click more than once.
  const acted = Math.min(actions, views) + 1;
  const seen = views + 2;
  return { mean: acted / seen, variance: (acted * (seen - acted)) / (seen * seen * (seen + 1)) };
}

/** The normal distribution up to `z` (Abramowitz and Stegun 26.2.17; exact to seven digits). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const weights = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = weights.reduce((all, weight, power) => all + weight * t ** (power + 1), 0);
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
  return z >= 0 ? 1 - tail : tail;
}
