import type { AccountId } from "@homeroom/contract/ids";

export interface Colleague {
  accountID: AccountId;
  /** The text after the @; it is unique among the colleagues who can be mentioned. */
  nickname: string;
}

/** The picked mentions that the text still contains. */
export function mentionedIn(text: string, picked: readonly Colleague[]): AccountId[] {
  const written = new Set(notePieces(text, picked).flatMap((piece) => (piece.named ? [piece.text] : [])));
  const named = picked.filter(({ nickname }) => written.has(`@${nickname}`));
  return [...new Set(named.map(({ accountID }) => accountID))];
}

/** A note's text in pieces, with mentions marked. */
export function notePieces(text: string, mentions: readonly Colleague[]): { text: string; named: boolean }[] {
  // Longer names first, since one may begin with another.
  const names = mentions.map(({ nickname }) => `@${nickname}`).sort((one, other) => other.length - one.length);
  if (names.length === 0) return [{ text, named: false }];
  const pattern = new RegExp(`(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`);
  return text
    .split(pattern)
    .filter(Boolean)
    .map((piece) => ({ text: piece, named: names.includes(piece) }));
}

/** The mentions in a note's details. */
export function mentionsOf(details: Readonly<Record<string, unknown>>): Colleague[] {
  const { mentions } = details;
  if (!Array.isArray(mentions)) return [];
  return mentions.filter((one): one is Colleague => typeof (one as Colleague | null)?.nickname === "string");
}
