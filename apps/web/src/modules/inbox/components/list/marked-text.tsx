import { keyed } from "#platform/keyed.ts";
import { markedParts } from "../../rules/marked-words.ts";

/** A text in which the words of a search are marked. */
export function MarkedText({ text, keywords }: { text: string; keywords: string }) {
  return keyed(markedParts(text, keywords), (part) => part.text).map(({ key, item: part }) =>
    part.marked ? <mark key={key}>{part.text}</mark> : part.text,
  );
}
