/** An emoji with the words by which it is found, in every language of the product. */
export interface Emoji {
  sign: string;
  words: string;
}

/** Reads the lines of the list: the sign and its words in English, Traditional and Simplified Chinese. */
export function emojiOf(lines: readonly string[]): Emoji[] {
  return lines.map((line) => {
    const [sign = "", ...words] = line.split("|");
    return { sign, words: words.join(" ").toLowerCase() };
  });
}

/** Those whose words contain everything that was asked for; all of them for nothing. */
export function findEmoji(all: readonly Emoji[], asked: string): readonly Emoji[] {
  const parts = asked.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ words }) => parts.every((part) => words.includes(part)));
}

/** The recent ones with one that was just used, the newest first. */
export function withRecent(recent: readonly string[], sign: string, most = 20): string[] {
  return [sign, ...recent.filter((one) => one !== sign)].slice(0, most);
}
