import type { Language } from "@homeroom/contract/language";

const scripts: Record<Language, string> = { "zh-tw": "zh-Hant", "zh-cn": "zh-Hans", en: "en" };

/** Every language calls itself by its own name, whatever language the page speaks. */
export function languageName(language: Language): string {
  const tag = scripts[language];
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? language;
}
