import { markedParts } from "../../rules/marked-words.ts";

/** A text in which the words of a search are marked. */
export function MarkedText({ text, keywords }: { text: string; keywords: string }) {
  return markedParts(text, keywords).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
    part.marked ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
