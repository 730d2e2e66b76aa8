/** One or two plain letters or digits only match where a word begins: in the middle they would match nearly everything. */
export const shortWord = /^[a-z0-9]{1,2}$/;

/**
 * The parts that the search indexes (search_keys of leads, message_keys of messages, in database/migrations) have of every text
 * that contains the word.
 */
export function partsOf(word: string): string[] {
  const parts: string[] = [];
  for (const { 0: run, index } of word.matchAll(/[a-z0-9]+|\P{ASCII}+/gu)) {
    if (!/^[a-z0-9]/.test(run)) {
      const characters = Array.from(run);
      if (run === word && characters.length === 1) parts.push(run);
      for (let at = 1; at < characters.length; at++) parts.push(`${characters[at - 1]}${characters[at]}`);
      continue;
    }
    for (let at = 3; at <= run.length; at++) parts.push(run.slice(at - 3, at));
    // After punctuation, and for such a short word, the word must begin here.
    if (shortWord.test(word) || /\p{ASCII}/u.test(word[index - 1] ?? "é")) {
      parts.push(run.length === 1 ? `  ${run}` : ` ${run.slice(0, 2)}`);
    }
  }
  return parts;
}
