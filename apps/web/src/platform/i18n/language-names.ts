import type { Language } from "@homeroom/contract/language";

/** Every language calls itself by its own name, whatever language the page speaks. */
export const languageNames: Readonly<Record<Language, string>> = {
  "zh-tw": "繁體中文",
  "zh-cn": "简体中文",
  en: "English",
};
