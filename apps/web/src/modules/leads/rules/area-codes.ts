import type { Language } from "@homeroom/contract/language";
import { type CountryCode, getCountries, getCountryCallingCode } from "libphonenumber-js/min";

/** Where most of the centres' families have their numbers; they stand on top. */
const near: readonly CountryCode[] = ["HK", "TW", "MO", "CN", "SG", "MY", "US", "GB", "CA", "AU"];

const locales: Record<Language, string> = { "zh-tw": "zh-Hant-HK", "zh-cn": "zh-Hans-CN", en: "en" };

export interface Choice {
  value: string;
  label: string;
}

function inOrder(language: Language): { code: CountryCode; name: string }[] {
  const names = new Intl.DisplayNames(locales[language], { type: "region", style: "short" });
  const collator = new Intl.Collator(locales[language]);
  const countries = getCountries().map((code) => ({ code, name: names.of(code) ?? code }));
  const place = (code: CountryCode) => (near.includes(code) ? near.indexOf(code) : near.length);
  return countries.toSorted((a, b) => place(a.code) - place(b.code) || collator.compare(a.name, b.name));
}

/** Countries by their two letters, the near ones first. */
export function countryChoices(language: Language): Choice[] {
  return inOrder(language).map(({ code, name }) => ({ value: code, label: name }));
}

const mostNames = 2;

/** Area codes with the countries that share them, the near ones first: "+1 美國、加拿大". */
export function areaCodeChoices(language: Language): Choice[] {
  const byCode = Map.groupBy(inOrder(language), ({ code }) => `+${getCountryCallingCode(code)}`);
  const comma = language === "en" ? ", " : "、";
  return [...byCode].map(([value, countries]) => ({
    value,
    label: `${value} ${countries
      .slice(0, mostNames)
      .map(({ name }) => name)
      .join(comma)}`,
  }));
}

/** What a country is called; its letters when there is no such country. */
export function countryName(code: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(locales[language], { type: "region", style: "short" }).of(code) ?? code;
}
