import { getCountries, getCountryCallingCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";

/** A checked number: E.164 digits without the plus, and the digits as staff wrote them; or what is wrong with it. */
export type CheckedPhone = { e164: string | null; digits: string } | { fault: "LEAD_BAD_AREA_CODE" | "LEAD_BAD_PHONE" };

const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

/**
 * The library's plans of Hong Kong and Macau admit pagers and services of five to seven digits, which to staff are
 * numbers with a digit lost. People there have eight.
 */
const fixedLengths: Readonly<Record<string, number>> = { "852": 8, "853": 8 };

/** Checks an area code ("+852") and a number in any usual writing, also one that repeats the area code. */
export function checkPhone(areaCode: string, phone: string): CheckedPhone {
  const digits = phone.replace(/\D/g, "");
  if (digits === "") return { e164: null, digits };
  const code = areaCode.replace(/\D/g, "");
  if (!callingCodes.has(code)) return { fault: "LEAD_BAD_AREA_CODE" };
  const writings = digits.startsWith(code) ? [digits, digits.slice(code.length)] : [digits];
  for (const written of writings) {
    const parsed = numberOf(code, written);
    if (parsed) return { e164: parsed.number.slice(1), digits: written };
  }
  return { fault: "LEAD_BAD_PHONE" };
}

function numberOf(code: string, digits: string): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(`+${code}${digits}`);
  if (!parsed?.isValid() || parsed.countryCallingCode !== code) return null;
  const length = fixedLengths[code];
  return length === undefined || parsed.nationalNumber.length === length ? parsed : null;
}

/** Splits E.164 digits into area code, number and country ("HK"). What is no number of any plan stays whole. */
export function splitPhone(e164: string): { areaCode: string; phone: string; country: string } {
  const parsed = parsePhoneNumberFromString(`+${e164}`);
  if (!parsed) return { areaCode: "", phone: e164, country: "" };
  return { areaCode: `+${parsed.countryCallingCode}`, phone: parsed.nationalNumber, country: parsed.country ?? "" };
}
