/** The fewest days without conversation after which a branch may count a lead as a repeat. */
const minRepeatDays = 1;

/**
 * Whether a message at `at` makes the lead a repeat one, after this number of days without conversation. `lastAt`: the last
 * message either way, null if there was none.
 */
export function isRepeat(lastAt: Date | null, at: Date, days: number): boolean {
  return lastAt !== null && at.getTime() - lastAt.getTime() >= days * 86_400_000;
}

/** Whether a message can make the lead a repeat one at all: only then the branch's rule must be loaded. */
export function mayBeRepeat(lastAt: Date | null, at: Date): boolean {
  return isRepeat(lastAt, at, minRepeatDays);
}

/** The length as the contract counts it, in UTF-16 units. */
const maxNicknameLength = 64;

/** The name of a person who writes: the provider's name, cut to fit, otherwise their number. */
export function nicknameOf(given: string, phone: string): string {
  let cut = "";
  for (const character of given.trim()) {
    if (cut.length + character.length > maxNicknameLength) break;
    cut += character;
  }
  return cut.trim() || phone || "?";
}
