import type { Language } from "@homeroom/contract/language";
import type { Locale } from "antd/es/locale";
import dayjs from "dayjs";

const packs: Record<Language, () => Promise<Locale>> = {
  "zh-tw": async () => {
    const [pack] = await Promise.all([import("antd/es/locale/zh_TW"), import("dayjs/locale/zh-tw")]);
    dayjs.locale("zh-tw");
    return pack.default;
  },
  "zh-cn": async () => {
    const [pack] = await Promise.all([import("antd/es/locale/zh_CN"), import("dayjs/locale/zh-cn")]);
    dayjs.locale("zh-cn");
    return pack.default;
  },
  en: async () => {
    const pack = await import("antd/es/locale/en_GB");
    dayjs.locale("en");
    return pack.default;
  },
};

/** antd's own words and the calendar's, in a language. */
export function antdLocale(language: Language): Promise<Locale> {
  return packs[language]();
}
