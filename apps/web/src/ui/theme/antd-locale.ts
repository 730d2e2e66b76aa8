import type { Language } from "@homeroom/contract/language";
import type { Locale } from "antd/es/locale";

const packs: Record<Language, () => Promise<{ default: Locale }>> = {
  "zh-tw": () => import("antd/es/locale/zh_TW"),
  "zh-cn": () => import("antd/es/locale/zh_CN"),
  en: () => import("antd/es/locale/en_GB"),
};
const loaded = new Map<Language, Locale>();

/** antd's own texts in a language. Loading them before antd's components render avoids a second render. */
export async function loadAntdLocale(language: Language): Promise<Locale> {
  const { default: locale } = await packs[language]();
  loaded.set(language, locale);
  return locale;
}

/** The loaded texts of a language. */
export function loadedAntdLocale(language: Language): Locale | undefined {
  return loaded.get(language);
}

const calendarWords: Record<Language, () => Promise<unknown>> = {
  "zh-tw": () => import("dayjs/locale/zh-tw"),
  "zh-cn": () => import("dayjs/locale/zh-cn"),
  en: async () => undefined,
};

/** Sets the calendar's texts. They may load after the page, which shows no calendar at first. */
export async function loadCalendarWords(language: Language): Promise<void> {
  const [{ default: dayjs }] = await Promise.all([import("dayjs"), calendarWords[language]()]);
  dayjs.locale(language);
}
