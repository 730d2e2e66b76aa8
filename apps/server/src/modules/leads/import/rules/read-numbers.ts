import { checkPhone, isSureNumber, splitPhone } from "#platform/phones/phones";

/** A number in the form's format, with its E.164 digits if it is valid. */
export interface ReadNumber {
  readonly areaCode: string;
  readonly phone: string;
  readonly e164: string | null;
  /** It did not fit the default area code, and was recognised by its own digits. */
  readonly guessed: boolean;
}

/** A number found in a cell, and its owner if that is written next to it. */
export interface NumberInCell {
  readonly text: string;
  readonly name: string;
}

/** Area codes of numbers without one: of the branch, and of the organisation's other branches. */
export interface UsualCodes {
  readonly usual: string;
  readonly others?: readonly string[];
}

/** The area codes of most families, with which a long number without a plus may begin. */
const usualCodes = ["886", "852", "853", "86", "65", "60", "1"];

/** Number formats that only one of these places uses. */
const unmistakable = [
  { code: "86", pattern: /^1[3-9]\d{9}$/ },
  { code: "886", pattern: /^0?9\d{8}$/ },
] as const;

const minDigits = 5;
const maxDigits = 15;

/** Whether a spreadsheet has stored a number in scientific notation and lost its last digits. */
export function hasLostDigits(text: string): boolean {
  const found = scientific(text);
  return found !== null && found.fraction.length < found.exponent;
}

function scientific(text: string) {
  const found = /^\+?(\d)(?:\.(\d+))?e\+?(\d{1,2})$/i.exec(text.normalize("NFKC").trim());
  if (!found) return null;
  const [, first = "", fraction = "", exponent = ""] = found;
  return { first, fraction, exponent: Number(exponent) };
}

const inBrackets = /^\s*[([][^)\]]{0,100}[)\]]/;

/** The numbers of a cell, in their order: "91234567 / 媽媽 61234567" has two. */
export function numbersIn(cell: string): NumberInCell[] {
  const text = cell
    .normalize("NFKC")
    .replace(/[‐-―－]/g, "-")
    .trim();
  if (text === "") return [];
  const whole = scientific(text);
  if (whole?.exponent === whole?.fraction.length && whole)
    return [{ text: `${whole.first}${whole.fraction}`, name: "" }];
  const simple = text.replace(/\.0$/, "");
  if (/^\+?\d+$/.test(simple)) return [{ text: simple, name: "" }];
  const found = [...simple.matchAll(/\+?\(?\d(?:[\d\s().-]*\d)?/g)].flatMap((match) => apart(match[0], match.index));
  const numbers = found.filter(({ text: digits }) => digits.replace(/\D/g, "").length >= minDigits);
  return numbers.map(({ text: digits, from }, at) => {
    // Text in brackets belongs to the number before it.
    const before = simple
      .slice(at === 0 ? 0 : (numbers[at - 1]?.to ?? 0), from)
      .replace(at === 0 ? "" : inBrackets, "");
    const after = simple.slice(from + digits.length, numbers[at + 1]?.from ?? simple.length);
    return { text: digits.trim(), name: nameIn(inBrackets.exec(after)?.[0] ?? "") || nameIn(before) };
  });
}

/** Too many digits for one number are several numbers separated by spaces. */
function apart(text: string, from: number): { text: string; from: number; to: number }[] {
  const whole = [{ text, from, to: from + text.length }];
  if (text.replace(/\D/g, "").length <= maxDigits) return whole;
  const parts = [...text.matchAll(/\S+/g)];
  return parts.length === 1
    ? whole
    : parts.map((part) => ({ text: part[0], from: from + part.index, to: from + part.index + part[0].length }));
}

function nameIn(text: string): string {
  return (/[\p{L}][\p{L}\s]*/u.exec(text)?.[0] ?? "").trim().slice(0, 100);
}

/**
 * Reads one number in any format, with the area code of its own cell if there is one, otherwise the default one. A number
 * that does not clearly fit the default takes the only other code of the organisation's branches that it fits. One
 * that fits none is tried as a full number without its plus, and as a format that only mainland China or Taiwan uses.
 */
export function readNumber(text: string, ownCode: string, { usual, others = [] }: UsualCodes): ReadNumber {
  const written = text.trim().replace(/^\(?00(?=[1-9])/, "+");
  const digits = written.replace(/\D/g, "");
  if (digits === "") return { areaCode: "", phone: "", e164: null, guessed: false };
  if (written.startsWith("+")) {
    const { areaCode, phone } = splitPhone(digits);
    if (areaCode !== "") return checked(areaCode, phone, false) ?? { areaCode, phone, e164: null, guessed: false };
  }
  const own = ownCode.normalize("NFKC").replace(/\D/g, "").replace(/^00/, "");
  const code = own ? `+${own}` : usual;
  const fits = code === "" ? null : checked(code, digits, false);
  if (own) return fits ?? { areaCode: code, phone: digits, e164: null, guessed: false };
  if (fits && isSureNumber(code, digits)) return fits;
  const elsewhere = others.filter((other) => other !== code && isSureNumber(other, digits));
  const [only] = elsewhere.length === 1 ? elsewhere : [];
  const found = only === undefined ? null : checked(only, digits, true);
  if (found) return found;
  // A landline without its zero, for example: stored, with a remark.
  if (fits) return { ...fits, guessed: true };
  return guess(digits) ?? { areaCode: code, phone: digits, e164: null, guessed: false };
}

function guess(digits: string): ReadNumber | null {
  for (const code of usualCodes) {
    if (!digits.startsWith(code)) continue;
    const found = checked(`+${code}`, digits.slice(code.length), true);
    if (found) return found;
  }
  const only = unmistakable.find(({ pattern }) => pattern.test(digits));
  return only ? checked(`+${only.code}`, digits, true) : null;
}

function checked(areaCode: string, phone: string, guessed: boolean): ReadNumber | null {
  const found = checkPhone(areaCode, phone);
  return "fault" in found ? null : { areaCode, phone: found.digits, e164: found.e164, guessed };
}
