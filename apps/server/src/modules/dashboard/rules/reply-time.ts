import { quickAnswerMinutes, type ReplyFigures } from "@homeroom/contract/dashboard";

/**
 * Upper bounds, in minutes, of the counted waits: `answer_figure` has a column `within_<bound>` for each
 * (database/migrations/0140). Longer waits count only in the number of answers.
 */
export const waitBounds = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440, 2880,
] as const;
export type WaitBound = (typeof waitBounds)[number];

/** The number of answers, and how many came in less than each bound. */
export interface AnswerCounts {
  readonly answers: number;
  readonly within: Readonly<Record<WaitBound, number>>;
}

/**
 * The figures of reply time. Medians cannot be summed, so each day stores a histogram of waits. The median lies
 * between two bounds, assuming an even spread. Above the last bound it is that bound.
 */
export function replyFigures({ answers, within }: AnswerCounts): ReplyFigures {
  return { answers, quick: within[quickAnswerMinutes], medianMinutes: answers === 0 ? null : median(answers, within) };
}

function median(answers: number, within: AnswerCounts["within"]): number {
  const half = answers / 2;
  let [lower, before] = [0, 0];
  for (const bound of waitBounds) {
    const count = within[bound];
    if (count >= half) {
      const share = count === before ? 0 : (half - before) / (count - before);
      return Math.round((lower + share * (bound - lower)) * 10) / 10;
    }
    [lower, before] = [bound, count];
  }
  return lower;
}
