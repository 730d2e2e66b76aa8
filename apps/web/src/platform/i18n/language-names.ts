import type { Language } from "@homeroom/contract/language";

/** The name of each language in that language itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  "zh-tw": "繁體中文",
  "zh-cn": "简体中文",
  en: "English",
};
