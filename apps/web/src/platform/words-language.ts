import { useDateView } from "./date-view.ts";

/** Chinese as it is written around a branch. Its punctuation and glyphs differ from place to place. */
const writtenIn: Readonly<Record<string, string>> = {
  "Asia/Hong_Kong": "zh-Hant-HK",
  "Asia/Macau": "zh-Hant-MO",
  "Asia/Taipei": "zh-Hant-TW",
  "Asia/Shanghai": "zh-Hans-CN",
  "Asia/Singapore": "zh-Hans-SG",
};

/**
 * The `lang` of a text that people wrote, whatever the language of the screen: for Chinese that of the branch's place,
 * for other texts none.
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
