/** The interface languages, in the order in which they are offered. zh-tw is the default. */
export const languages = ["zh-tw", "zh-cn", "en"] as const;
export type Language = (typeof languages)[number];
export type Texts = Record<Language, string>;

export const defaultLanguage: Language = "zh-tw";

/** The best interface language for an Accept-Language header; zh-tw when none fits. */
export function languageFromHeader(header: string | undefined): Language {
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const tag = part.split(";")[0]?.trim() ?? "";
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return "zh-tw";
    if (tag.startsWith("zh")) return "zh-cn";
    if (tag.startsWith("en")) return "en";
  }
  return defaultLanguage;
}
