/** The fewest days without conversation after which a branch may count a lead as a repeat. */
const minRepeatDays = 1;

/**
 * Does a message at `at` make the lead a repeat one, after this number of days without conversation? `lastAt`: the last
 * message either way, null if there was none.
 */
export function isRepeat(lastAt: Date | null, at: Date, days: number): boolean {
  return lastAt !== null && at.getTime() - lastAt.getTime() >= days * 86_400_000;
}

/** Whether a message can make the lead a repeat one at all: only then its branch's rule needs to be asked for. */
export function mayBeRepeat(lastAt: Date | null, at: Date): boolean {
  return isRepeat(lastAt, at, minRepeatDays);
}

/** As the contract counts it, in UTF-16 units. */
const maxNicknameLength = 64;

/** What a person who writes is called: what the provider says of them as far as it fits, else their number. */
export function nicknameOf(given: string, phone: string): string {
  let cut = "";
  for (const character of given.trim()) {
    if (cut.length + character.length > maxNicknameLength) break;
    cut += character;
  }
  return cut.trim() || phone || "?";
}
