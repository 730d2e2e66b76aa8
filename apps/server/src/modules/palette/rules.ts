import type { PaletteField } from "@homeroom/contract/palette";

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/** The digits of a text that is a number and nothing else, in any writing; "" for any other. */
export function digitsOf(keywords: string): string {
  const digits = plain(keywords).replace(/[\s()+.\-‐-―]/g, "");
  return /^\d+$/.test(digits) ? digits : "";
}

/** The first of some fields that holds the words, or one of them; the first one when no text shows it. */
export function fieldWith(
  keywords: string,
  fields: Partial<Record<PaletteField, readonly (string | null | undefined)[]>>,
): PaletteField {
  const digits = digitsOf(keywords).replace(/^0+(?=\d{3})/, "");
  const words = plain(keywords).split(/\s+/).filter(Boolean);
  const entries = Object.entries(fields) as [PaletteField, readonly (string | null | undefined)[]][];
  const holds = (text: string) =>
    (digits.length > 2 && text.replace(/\D/g, "").includes(digits)) || words.some((word) => plain(text).includes(word));
  const found = entries.find(([, texts]) => texts.some((text) => text && holds(text)));
  return found?.[0] ?? entries[0]?.[0] ?? "name";
}
