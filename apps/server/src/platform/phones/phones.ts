import { callingCodes } from "@homeroom/contract/countries";
import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";
import { parsePhoneNumberFromString as parseByFullPlan } from "libphonenumber-js/max";

/**
 * A checked number: E.164 digits without the plus, and the national digits that are stored, without a trunk zero; or the
 * part that is wrong.
 */
export type CheckedPhone = { e164: string | null; digits: string } | { fault: "areaCode" | "phone" };

const knownCodes = new Set<string>(Object.values(callingCodes));

/**
 * The library's plans of Hong Kong and Macau accept pagers and services of five to seven digits. For staff these are
 * numbers with a digit missing: people's numbers there have eight.
 */
const fixedLengths: Readonly<Record<string, number>> = { "852": 8, "853": 8 };

/**
 * International prefixes, longest first: 00 anywhere, in Hong Kong 001, in Taiwan 002 and 009, in Singapore
 * 001 and 008, in the United States 011.
 */
const dialledAbroad = ["001", "002", "008", "009", "011", "00"] as const;

/**
 * Checks an area code ("+852") and a number in any usual form: full-width, bracketed, with the area code repeated after
 * a plus or an international prefix. No number, or a dash in its place, is valid: a caller that
 * needs one checks for it.
 */
export function checkPhone(areaCode: string, phone: string): CheckedPhone {
  const text = plain(phone);
  const digits = text.replace(/\D/g, "");
  if (digits === "") return /\p{L}/u.test(text) ? { fault: "phone" } : { e164: null, digits };
  const code = plain(areaCode).replace(/\D/g, "");
  if (!knownCodes.has(code)) return { fault: "areaCode" };
  for (const written of writingsOf(digits, code, /^\D*\+/.test(text))) {
    const parsed = numberOf(code, written);
    if (parsed) return { e164: parsed.number.slice(1), digits: parsed.nationalNumber };
  }
  return { fault: "phone" };
}

/** The E.164 digits of a number with its area code, with or without a plus ("+852 9123 4567"); null if it is not a number. */
export function internationalNumber(written: string): string | null {
  const digits = plain(written).replace(/\D/g, "").replace(/^00/, "");
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  const checked = parsed && numberOf(parsed.countryCallingCode, parsed.nationalNumber);
  return checked ? checked.number.slice(1) : null;
}

/** Converts full-width characters to plain ones and removes the direction marks that phones copy along. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/\p{Cf}/gu, "");
}

/** The possible national forms of a number. After a plus comes an area code, which must be the given one. */
function writingsOf(digits: string, code: string, international: boolean): string[] {
  const without = (start: string) => (digits.startsWith(start) ? [digits.slice(start.length)] : []);
  if (international) return without(code);
  return [digits, ...without(code), ...dialledAbroad.flatMap((prefix) => without(prefix + code))];
}

function numberOf(code: string, digits: string): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(`+${code}${digits}`);
  if (!parsed?.isValid() || parsed.countryCallingCode !== code) return null;
  const length = fixedLengths[code];
  return length === undefined || parsed.nationalNumber.length === length ? parsed : null;
}

/**
 * Whether a valid number certainly belongs to its area code. Uncertain: numbers that only the loose plan accepts, and landlines
 * without the leading zero that people always write.
 */
export function isSureNumber(areaCode: string, written: string): boolean {
  const digits = written.replace(/\D/g, "");
  const parsed = parseByFullPlan(`${areaCode}${digits}`);
  if (!parsed?.isValid()) return false;
  return (
    parsed.getType() !== "FIXED_LINE" ||
    !parsed.formatNational().replace(/^\D/, "").startsWith("0") ||
    digits.startsWith("0")
  );
}

/** Splits E.164 digits into area code, number and country ("HK"). Digits that match no plan stay whole. */
export function splitPhone(e164: string): { areaCode: string; phone: string; country: string } {
  const parsed = parsePhoneNumberFromString(`+${e164}`);
  if (!parsed) return { areaCode: "", phone: e164, country: "" };
  return { areaCode: `+${parsed.countryCallingCode}`, phone: parsed.nationalNumber, country: parsed.country ?? "" };
}
