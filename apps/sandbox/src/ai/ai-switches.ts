/** What an AI provider can be made to do wrong. */
export const aiTroubles = [
  "keyInvalid",
  "quotaUsedUp",
  "rateLimited",
  "serverError",
  "slow",
  "hang",
  "filtered",
  "empty",
  "broken",
] as const;
export type AiTrouble = (typeof aiTroubles)[number];

/** How the stand-ins for AI providers behave; `left` counts the answers that go wrong. */
export interface AiSwitches {
  trouble: AiTrouble | null;
  left: number;
}

export function createAiSwitches(): AiSwitches {
  return { trouble: null, left: 0 };
}

/** What the next answer is to go wrong by: a switch, or a word of the question such as `#serverError`. */
export function nextTrouble(switches: AiSwitches, question: string): AiTrouble | undefined {
  const named = aiTroubles.find((trouble) => question.includes(`#${trouble}`));
  if (named) return named;
  if (switches.trouble === null || switches.left <= 0) return undefined;
  switches.left -= 1;
  const { trouble } = switches;
  if (switches.left === 0) switches.trouble = null;
  return trouble;
}

/** Longer than anybody waits. */
export const hangMs = 120_000;
export const slowMs = 4000;
