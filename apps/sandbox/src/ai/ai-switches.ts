/**
 * The failures of an AI provider. A provider that cannot fail in one of these ways answers as usual: OpenAI cannot pause a flow.
 * `broken` ends an answer in the middle, `cut` closes the connection in the middle, `midway` reports a failure in the middle.
 */
export const aiFailures = [
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
export type AiFailure = (typeof aiFailures)[number];

/** The behaviour of the stand-ins for AI providers; `left` counts the failing answers. */
export interface AiSwitches {
  trouble: AiFailure | null;
  left: number;
}

export function createAiSwitches(): AiSwitches {
  return { trouble: null, left: 0 };
}

/** The failure of the next answer: from a switch, or from a word in the question such as `#serverError`. */
export function nextFailure(switches: AiSwitches, question: string): AiFailure | undefined {
  const named = /#([A-Za-z]+)/.exec(question)?.[1];
  const wanted = aiFailures.find((trouble) => trouble === named);
  if (wanted) return wanted;
  if (switches.trouble === null || switches.left <= 0) return undefined;
  switches.left -= 1;
  const { trouble } = switches;
  if (switches.left === 0) switches.trouble = null;
  return trouble;
}

/** Longer than any caller waits. */
export const hangMs = 120_000;
export const slowMs = 4000;
