/** A stretch of text, and whether it is one of the words that were looked for. */
export interface MarkedPart {
  text: string;
  marked: boolean;
}

/** A text split at the matches of a search, ignoring case and width. */
export function markedParts(text: string, keywords: string): MarkedPart[] {
  const words = keywords.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [{ text, marked: false }];
  const pattern = words
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("|");
  return text
    .split(new RegExp(`(${pattern})`, "iu"))
    .map((part, index) => ({ text: part, marked: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}
