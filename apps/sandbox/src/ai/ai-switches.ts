/**
 * What an AI provider can be made to do wrong; one that cannot do it, as OpenAI cannot pause a flow, answers as usual.
 * `broken` ends an answer in the middle, `cut` ends the line in the middle of it, `midway` says in the middle that it failed.
 */
export const aiTroubles = [
  "keyInvalid",
  "permissionMissing",
  "modelMissing",
  "quotaUsedUp",
  "rateLimited",
  "conflict",
  "serverError",
  "unavailable",
  "badRequest",
  "slow",
  "hang",
  "filtered",
  "refused",
  "cutOff",
  "replaced",
  "needsPerson",
  "midway",
  "empty",
  "broken",
  "cut",
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
  const named = /#([A-Za-z]+)/.exec(question)?.[1];
  const wanted = aiTroubles.find((trouble) => trouble === named);
  if (wanted) return wanted;
  if (switches.trouble === null || switches.left <= 0) return undefined;
  switches.left -= 1;
  const { trouble } = switches;
  if (switches.left === 0) switches.trouble = null;
  return trouble;
}

/** Longer than anybody waits. */
export const hangMs = 120_000;
export const slowMs = 4000;
