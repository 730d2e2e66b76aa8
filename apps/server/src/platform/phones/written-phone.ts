import { callingCodes, isCountryCode } from "@homeroom/contract/countries";
import { checkPhone } from "./phones.ts";

/** A number as people write it, in E.164 digits: with its area code, otherwise as one of the country. Null if invalid. */
export function phoneOf(written: string, country: string): string | null {
  const text = written.normalize("NFKC").trim();
  if (text.startsWith("+")) {
    const digits = text.replace(/\D/g, "");
    const codes = new Set<string>(Object.values(callingCodes));
    for (const length of [1, 2, 3, 4]) {
      const code = digits.slice(0, length);
      const checked = codes.has(code) ? checkPhone(`+${code}`, text) : null;
      if (checked && "e164" in checked && checked.e164) return checked.e164;
    }
    return null;
  }
  const code = callingCodes[isCountryCode(country) ? country : "HK"];
  const checked = checkPhone(`+${code}`, text);
  return "e164" in checked ? checked.e164 : null;
}
