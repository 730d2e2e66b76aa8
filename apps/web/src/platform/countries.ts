import {
  type CountryCode,
  callingCodes,
  countryCodes,
  countryOfZone,
  isCountryCode,
  nearCountries,
} from "@homeroom/contract/countries";
import type { Language } from "@homeroom/contract/language";

const locales: Record<Language, string> = { "zh-tw": "zh-Hant-TW", "zh-cn": "zh-Hans-CN", en: "en" };

/** An option of a list. */
export interface Choice {
  value: string;
  label: string;
}

interface Country {
  code: CountryCode;
  name: string;
}

// Naming 250 countries takes milliseconds, and a list needs the names again on every render.
const ordered = new Map<Language, readonly Country[]>();

function inOrder(language: Language): readonly Country[] {
  const known = ordered.get(language);
  if (known) return known;
  const named = nameCountries(language);
  ordered.set(language, named);
  return named;
}

function nameCountries(language: Language): readonly Country[] {
  const names = new Intl.DisplayNames(locales[language], { type: "region", style: "short" });
  const collator = new Intl.Collator(locales[language]);
  const countries = countryCodes.map((code) => ({ code, name: names.of(code) ?? code }));
  const far = countries.slice(nearCountries).toSorted((a, b) => collator.compare(a.name, b.name));
  return [...countries.slice(0, nearCountries), ...far];
}

/** Countries by their two letters, the near ones first, the others by their names in this language. */
export function countryChoices(language: Language): Choice[] {
  return inOrder(language).map(({ code, name }) => ({ value: code, label: name }));
}

const maxNames = 2;

/** Area codes with the countries that share them, the near ones first: "+1 美國、加拿大". */
export function areaCodeChoices(language: Language): Choice[] {
  const byCode = Map.groupBy(inOrder(language), ({ code }) => areaCodeOf(code));
  const comma = language === "en" ? ", " : "、";
  return [...byCode].map(([value, countries]) => ({
    value,
    label: `${value} ${countries
      .slice(0, maxNames)
      .map(({ name }) => name)
      .join(comma)}`,
  }));
}

/** The area code of a country's numbers: "+852". */
function areaCodeOf(country: CountryCode): string {
  return `+${callingCodes[country]}`;
}

/** The name of a country; the text itself if it is not a country code. */
export function countryName(code: string, language: Language): string {
  if (!isCountryCode(code)) return code;
  return new Intl.DisplayNames(locales[language], { type: "region", style: "short" }).of(code) ?? code;
}

/** The default area code of a form, by time zone; Hong Kong's if the zone is unknown. */
export function areaCodeOfZone(timeZone: string): string {
  return areaCodeOf(countryOfZone(timeZone) ?? "HK");
}
