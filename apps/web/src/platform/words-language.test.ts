import { expect, it } from "vitest";
import { wordsLanguage } from "./words-language.ts";

it.each([
  ["您好，想問課程。", "Asia/Hong_Kong", "zh-Hant-HK"],
  ["您好，想問課程。", "Asia/Taipei", "zh-Hant-TW"],
  ["您好，想问课程。", "Asia/Shanghai", "zh-Hans-CN"],
  ["OK 明天見", "Asia/Taipei", "zh-Hant-TW"],
  ["See you tomorrow", "Asia/Taipei", undefined],
  ["您好", "Europe/London", undefined],
  ["您好", undefined, undefined],
])("%s in %s is %s", (text, zone, lang) => expect(wordsLanguage(text, zone)).toBe(lang));
