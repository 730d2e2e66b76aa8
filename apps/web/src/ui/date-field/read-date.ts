import { dayAfter } from "#platform/zoned-time.ts";

/** How to choose the year of a day without one: the next such day, the last one, the nearest, or no guess. */
export type YearGuess = "ahead" | "past" | "near" | "none";

/** The day of a text, as "2026-12-01"; null if it is not a day, or not yet. */
export function readDate(text: string, today: string, guess: YearGuess = "near"): string | null {
  const words = plainWords(text);
  return (
    namedDay(words, today) ??
    countedDay(words, today) ??
    weekdayOf(words, today) ??
    dayOfMonth(words, today) ??
    writtenDay(words, today, guess)
  );
}

/** Normalises a text: width, case, and the weekday that the field itself writes after a date. */
export function plainWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(\d)\s*[(]?(?:週|周|星期)[一二三四五六日][)]?/g, "$1")
    .replace(/(\d{4}-\d\d-\d\d) (?:mon|tue|wed|thu|fri|sat|sun)\b/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

const namedDays: Record<string, number> = {
  ...{ 今天: 0, 今日: 0, today: 0, tod: 0 },
  ...{ 明天: 1, 明日: 1, 聽日: 1, 听日: 1, tomorrow: 1, tmr: 1, tom: 1 },
  ...{ 後天: 2, 后天: 2, 後日: 2, 大後天: 3, 大后天: 3 },
  ...{ 昨天: -1, 昨日: -1, 尋日: -1, 寻日: -1, yesterday: -1, 前天: -2, 前日: -2 },
};

function namedDay(words: string, today: string): string | null {
  const days = Object.hasOwn(namedDays, words) ? namedDays[words] : undefined;
  return days === undefined ? null : dayAfter(today, days);
}

const numerals: Record<string, number> = {
  ...{ 零: 0, 一: 1, 二: 2, 兩: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 日: 7, 天: 7 },
};

/** "3", "三", "十二", "兩"; NaN for anything else, such as "一二". */
export function numberOf(word: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  const digit = (one: string) => numerals[one] ?? Number(one);
  const [, tens, ones = ""] = /^(.?)十(.?)$/.exec(word) ?? [];
  return tens === undefined ? digit(word) : (tens === "" ? 1 : digit(tens)) * 10 + (ones === "" ? 0 : digit(ones));
}

const countedDays: readonly [RegExp, (amount: number) => number][] = [
  [/^\+(\d{1,4})d?$/, (amount) => amount],
  [/^-(\d{1,4})d?$/, (amount) => -amount],
  [/^\+(\d{1,3})w$/, (amount) => amount * 7],
  [/^(\d{1,4}|[一二兩两三四五六七八九十]{1,3}) ?[天日] ?[後后]$/, (amount) => amount],
  [/^(\d{1,4}|[一二兩两三四五六七八九十]{1,3}) ?[天日] ?前$/, (amount) => -amount],
  [/^(\d{1,3}|[一二兩两三四五六七八九十]{1,3}) ?[個个]? ?(?:週|周|星期|禮拜|礼拜) ?[後后]$/, (amount) => amount * 7],
  [/^in (\d{1,4}) days?$/, (amount) => amount],
  [/^in (\d{1,3}) weeks?$/, (amount) => amount * 7],
  [/^(\d{1,4}) days? (?:later|from now)$/, (amount) => amount],
  [/^(\d{1,3}) weeks? (?:later|from now)$/, (amount) => amount * 7],
  [/^(\d{1,4}) days? ago$/, (amount) => -amount],
];

function countedDay(words: string, today: string): string | null {
  for (const [pattern, daysOf] of countedDays) {
    const amount = pattern.exec(words)?.[1];
    if (amount === undefined) continue;
    const days = daysOf(numberOf(amount));
    return Number.isNaN(days) ? null : dayAfter(today, days);
  }
  return null;
}

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const chineseWeekday =
  /^(下下|下個|下个|下|這個|这个|這|这|本|上個|上个|上)?(?:週|周|星期|禮拜|礼拜)([一二三四五六日天])$/;
const englishWeekday = /^(next|this|last)? ?(mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?$/;
const weekShift: Record<string, number> = { 下下: 2, 下: 1, next: 1, 這: 0, 这: 0, 本: 0, this: 0, 上: -1, last: -1 };

/** "下週一" is the Monday of the next week, a week being Monday to Sunday; "週一" alone is the coming Monday. */
function weekdayOf(words: string, today: string): string | null {
  const chinese = chineseWeekday.exec(words);
  const english = englishWeekday.exec(words);
  const which = (chinese?.[1] ?? english?.[1])?.replace(/[個个]$/, "");
  const weekday = chinese ? numberOf(chinese[2] ?? "") - 1 : weekdays.indexOf(english?.[2] ?? "");
  if (weekday < 0) return null;
  const now = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  if (which === undefined) return dayAfter(today, (weekday - now + 7) % 7 || 7);
  return dayAfter(today, weekday - now + 7 * (weekShift[which] ?? 0));
}

const monthWords = /^(這個月|这个月|本月|下個月|下个月|下月)?(?:(\d{1,2}) ?[日號号]|底)$/;
const monthsAhead: Record<string, number> = { 下個月: 1, 下个月: 1, 下月: 1 };
const countedMonths =
  /^(?:\+(\d{1,2})m|(\d{1,2}|[一二兩两三四五六七八九十]{1,3}) ?[個个]月[後后]|in (\d{1,2}) months?)$/;

/** "5號" is the next 5th, "下個月5號" that of next month, "月底" the last day of this month, "+1m" a month from today. */
function dayOfMonth(words: string, today: string): string | null {
  const counted = countedMonths.exec(words)?.slice(1).find(Boolean);
  if (counted !== undefined)
    return dayIn(today, numberOf(counted), Number(today.slice(8))) ?? lastDay(today, numberOf(counted));
  if (/^(?:月底|end of month)$/.test(words)) return lastDay(today, 0);
  const found = monthWords.exec(words);
  if (!found) return null;
  const [, month = "", day] = found;
  const ahead = monthsAhead[month] ?? 0;
  if (day === undefined) return month === "" ? null : lastDay(today, ahead);
  if (month !== "") return dayIn(today, ahead, Number(day));
  return [0, 1, 2].flatMap((by) => dayIn(today, by, Number(day)) ?? []).find((one) => one >= today) ?? null;
}

/** A day of the month, a number of months after this one; null if that month is shorter. */
function dayIn(today: string, months: number, day: number): string | null {
  const month = firstOf(today, months);
  return month && existing(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day);
}

function lastDay(today: string, months: number): string | null {
  const next = firstOf(today, months + 1);
  return next && dayAfter(next, -1);
}

function firstOf(today: string, months: number): string | null {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Number.isNaN(months) ? null : new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const englishMonth = `(${months.join("|")})[a-z]*\\.?`;

interface DayParts {
  year?: string | undefined;
  month: string | undefined;
  day: string | undefined;
}

/**
 * Dates in digits and in words; each pattern captures year (optional), month and day. A year of three digits is in Taiwan's
 * calendar.
 */
const writtenDays: readonly [RegExp, (groups: (string | undefined)[]) => DayParts][] = [
  [/^(\d{4})(\d\d)(\d\d)$/, ([year, month, day]) => ({ year, month, day })],
  [/^(\d\d)(\d\d)$/, ([month, day]) => ({ month, day })],
  [
    /^(?:民國|民国)?(\d{3,4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?[日號号]?$/,
    ([year, month, day]) => ({ year, month, day }),
  ],
  [/^(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?[日號号]?$/, ([month, day]) => ({ month, day })],
  [new RegExp(`^(\\d{1,2}) ?${englishMonth} ?(\\d{4})?$`), ([day, month, year]) => ({ year, month, day })],
  [new RegExp(`^${englishMonth} ?(\\d{1,2})(?:,? ?(\\d{4}))?$`), ([month, day, year]) => ({ year, month, day })],
];

function writtenDay(words: string, today: string, guess: YearGuess): string | null {
  for (const [pattern, partsOf] of writtenDays) {
    const groups = pattern.exec(words)?.slice(1);
    if (!groups) continue;
    const { year, month = "", day = "" } = partsOf(groups);
    const monthNumber = /^\d/.test(month) ? Number(month) : months.indexOf(month) + 1;
    if (year !== undefined)
      return existing(year.length === 3 ? Number(year) + 1911 : Number(year), monthNumber, Number(day));
    return guess === "none" ? null : withYear(monthNumber, Number(day), today, guess);
  }
  return null;
}

/** For 29 February the search continues to the next leap year. */
const yearsAround = [0, 1, -1, 2, -2, 3, -3, 4, -4];

function withYear(month: number, day: number, today: string, guess: Exclude<YearGuess, "none">): string | null {
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(today));
  const [nearest] = yearsAround
    .flatMap((years) => existing(Number(today.slice(0, 4)) + years, month, day) ?? [])
    .filter((one) => (guess === "ahead" ? one >= today : guess === "past" ? one <= today : true))
    .sort((one, other) => distance(one) - distance(other));
  return nearest ?? null;
}

function existing(year: number, month: number, day: number): string | null {
  const two = (part: number) => String(part).padStart(2, "0");
  const iso = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return year >= 1900 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
