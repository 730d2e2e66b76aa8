import { callingCodes } from "@homeroom/contract/countries";
import type { Texts } from "@homeroom/contract/language";

/** Spellings of a gender, with its number. */
export const genderWords: Readonly<Record<string, number>> = {
  ...{ m: 1, boy: 1, male: 1, mr: 1, 男生: 1, 男孩: 1, 男性: 1, 先生: 1, 男士: 1, 男童: 1 },
  ...{
    f: 2,
    girl: 2,
    female: 2,
    ms: 2,
    mrs: 2,
    miss: 2,
    女生: 2,
    女孩: 2,
    女性: 2,
    小姐: 2,
    女士: 2,
    太太: 2,
    女童: 2,
  },
  ...{ "not said": 0, unknown: 0, 未知: 0, 不詳: 0, 不详: 0, 其他: 0, other: 0 },
};

/** The number of a choice by its number, name or a synonym; 0 if empty, null if unknown. */
export function choiceOf(text = "", names: readonly Texts[], words: Readonly<Record<string, number>>): number | null {
  const wanted = plain(text);
  if (wanted === "") return 0;
  const named = names.findIndex(
    (texts, at) => wanted === String(at) || Object.values(texts).map(plain).includes(wanted),
  );
  if (named >= 0) return named;
  return Object.hasOwn(words, wanted) ? (words[wanted] ?? null) : null;
}

/** 1 for yes, 0 for no or empty, null for anything else. */
export function flagOf(text = ""): number | null {
  const wanted = plain(text);
  if (saysYes.has(wanted)) return 1;
  return saysNo.has(wanted) ? 0 : null;
}

/** Spellings of yes. */
const saysYes = new Set([
  "1",
  "y",
  "yes",
  "true",
  "是",
  "有",
  "願意",
  "愿意",
  "同意",
  "已開通",
  "已开通",
  "開通",
  "开通",
  "✓",
  "v",
  "on",
]);

/** Spellings of no, including an empty cell. */
const saysNo = new Set([
  "",
  "0",
  "n",
  "no",
  "false",
  "否",
  "沒有",
  "没有",
  "不願意",
  "不愿意",
  "不同意",
  "未開通",
  "未开通",
  "x",
  "off",
  "-",
]);

/** The two-letter code of a country in any spelling; empty if empty, null if unknown. */
export function countryOf(text = ""): string | null {
  return text === "" ? "" : (countries.get(plain(text)) ?? null);
}

/** Countries by their two-letter codes, and by their names in the three languages. */
const countries = new Map<string, string>(
  Object.keys(callingCodes).flatMap((code) => {
    const called = ["zh-Hant", "zh-Hans", "en"].map((language) =>
      new Intl.DisplayNames(language, { type: "region", style: "short" }).of(code),
    );
    const long = ["zh-Hant", "zh-Hans", "en"].map((language) =>
      new Intl.DisplayNames(language, { type: "region" }).of(code),
    );
    return [code, ...called, ...long].map((name) => [plain(name ?? code), code] as const);
  }),
);
for (const [name, code] of Object.entries({
  臺灣: "TW",
  大陸: "CN",
  大陆: "CN",
  內地: "CN",
  内地: "CN",
  澳門: "MO",
  usa: "US",
})) {
  countries.set(name, code);
}

function plain(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}
