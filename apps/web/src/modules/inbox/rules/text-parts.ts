/** A piece of a message: plain text, or something that can be opened. */
type Piece = { text: string; href?: string };

const pattern = /\bhttps?:\/\/[^\s<>"'`，。！？；：、）】」』]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/giu;

/** Finds web and mail addresses in a text. Only http, https and mailto ever become links. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const address = withoutEnd(found[0]);
    const href = /^https?:/i.test(address) ? webAddress(address) : `mailto:${address}`;
    if (!href) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    pieces.push({ text: address, href });
    from = found.index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** The address without the punctuation of its sentence: a full stop, a bracket that was opened before it. */
function withoutEnd(address: string): string {
  let end = address.replace(/[.,;:!?]+$/, "");
  while (end.endsWith(")") && count(end, ")") > count(end, "(")) end = end.slice(0, -1).replace(/[.,;:!?]+$/, "");
  return end;
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** The address if it is a web address, and not something that a browser would run. */
export function webAddress(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const url = URL.parse(text);
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

/** The host of the first address in a text, for which the messaging service makes a preview; null without one. */
export function domainOfFirstLink(text: string): string | null {
  const href = piecesOf(text).find((piece) => piece.href?.startsWith("http"))?.href;
  if (!href) return null;
  try {
    return new URL(href).hostname.replace(/^www\./, "");
  } catch {
    return null;
  }
}

/** A piece of text, and whether it matches the search. */
interface MarkedPart {
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
