import { dayAfter } from "#platform/zoned-time.ts";
import { numberOf, plainWords, readDate, type YearGuess } from "./read-date.ts";

/** The default time of a day. */
const usualTime = "10:00";

/**
 * The moment of a text, as "2026-12-01T15:00"; null if it is not a moment, or not yet. A time alone is the next such time
 * after `now`; a day alone is that day at ten, or the next full hour if that is today and ten has passed.
 */
export function readMoment(text: string, now: string, guess: YearGuess = "near"): string | null {
  const words = plainWords(text);
  const [today = "", clock = ""] = now.split("T");
  const { rest, time } = splitTime(words);
  if (time === null) return null;
  if (time !== undefined && rest === "") return `${time > clock ? today : dayAfter(today, 1)}T${time}`;
  const day = readDate(rest, today, guess);
  if (day === null) return null;
  return `${day}T${time ?? (day === today && clock >= usualTime ? nextHour(clock) : usualTime)}`;
}

function nextHour(clock: string): string {
  const hour = Number(clock.slice(0, 2)) + 1;
  return hour > 23 ? "23:59" : `${String(hour).padStart(2, "0")}:00`;
}

const patterns: readonly RegExp[] = [
  /(?:^|[ t]|(?<=[^\d]))(早上|上午|中午|下午|晚上|今晚|傍晚)? ?(\d{1,2}):(\d{2}) ?(am|pm)?$/,
  /(?:^| )(早上|上午|中午|下午|晚上|今晚|傍晚)?(\d{1,2})() ?(am|pm)$/,
  /(?:^| |(?<=[^\d十]))(早上|上午|中午|下午|晚上|今晚|傍晚)? ?(\d{1,2}|[一二兩两三四五六七八九十]{1,3})[點点時时](半|\d{1,2}分?)?()$/,
];

/** The time at the end of a text, and the rest before it; `time` is undefined if there is none, null if it is invalid. */
function splitTime(words: string): { rest: string; time: string | null | undefined } {
  for (const pattern of patterns) {
    const match = pattern.exec(words);
    if (!match) continue;
    const [, part, hourWord = "", minuteWord = "", half] = match;
    const minute = /半/.test(minuteWord) ? 30 : Number.parseInt(minuteWord || "0", 10);
    const hour = hourOf(numberOf(hourWord), part, half);
    const isTime = hour <= 23 && minute <= 59;
    const before = words.slice(0, match.index).trim();
    const rest = before === "" && /今晚/.test(part ?? "") ? "today" : before;
    const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
    return { rest, time: isTime ? time : null };
  }
  return { rest: words, time: undefined };
}

function hourOf(hour: number, part = "", half = ""): number {
  if (half === "am" || /早上|上午/.test(part)) return hour === 12 ? 0 : hour;
  const isLate = half === "pm" || /下午|晚|傍/.test(part) || (/中午/.test(part) && hour < 3);
  return isLate && hour < 12 ? hour + 12 : hour;
}
