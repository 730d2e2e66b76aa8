import { piecesOf } from "./links.ts";

/** The host of the first address in a text, of which the messaging service makes a preview; null without one. */
export function domainOfFirstLink(text: string): string | null {
  const href = piecesOf(text).find((piece) => piece.href?.startsWith("http"))?.href;
  if (!href) return null;
  try {
    return new URL(href).hostname.replace(/^www\./, "");
  } catch {
    return null;
  }
}
