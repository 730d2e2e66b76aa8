import { useDateView } from "./date-view.ts";

/** The variant of Chinese by the branch's zone. Punctuation and glyphs differ between places. */
const writtenIn: Readonly<Record<string, string>> = {
  "Asia/Hong_Kong": "zh-Hant-HK",
  "Asia/Macau": "zh-Hant-MO",
  "Asia/Taipei": "zh-Hant-TW",
  "Asia/Shanghai": "zh-Hans-CN",
  "Asia/Singapore": "zh-Hans-SG",
};

/**
 * The `lang` of a text that people wrote, independent of the screen's language: for Chinese the variant of the branch's
 * place, otherwise none.
 */
export function wordsLanguage(text: string, zone: string | undefined): string | undefined {
  return /\p{Script=Han}/u.test(text) ? writtenIn[zone ?? ""] : undefined;
}

/** `wordsLanguage` at the reader's branch, as attributes of an element. */
export function useWordsLanguage(): (text: string) => { lang?: string } {
  const { zone } = useDateView();
  return (text) => {
    const lang = wordsLanguage(text, zone);
    return lang === undefined ? {} : { lang };
  };
}
