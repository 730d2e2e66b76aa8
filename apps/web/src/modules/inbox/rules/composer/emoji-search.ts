/** An emoji with its search words, in every language of the product. */
export interface Emoji {
  sign: string;
  words: string;
}

/** Parses the lines of the list: the emoji and its words in English, Traditional and Simplified Chinese. */
export function emojiOf(lines: readonly string[]): Emoji[] {
  return lines.map((line) => {
    const [sign = "", ...words] = line.split("|");
    return { sign, words: words.join(" ").toLowerCase() };
  });
}

/** The emoji whose words contain every search word; all of them for an empty search. */
export function findEmoji(all: readonly Emoji[], asked: string): readonly Emoji[] {
  const parts = asked.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ words }) => parts.every((part) => words.includes(part)));
}

/** The recent ones with one that was just used, the newest first. */
export function withRecent(recent: readonly string[], sign: string, most = 20): string[] {
  return [sign, ...recent.filter((one) => one !== sign)].slice(0, most);
}
