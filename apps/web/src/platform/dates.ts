import type { Language } from "@homeroom/contract/language";

/** The locales for Intl. Hong Kong and Taiwan use the same order of day and time, so zh-tw serves both. */
const intlTag: Record<Language, string> = { "zh-tw": "zh-Hant-TW", "zh-cn": "zh-Hans-CN", en: "en-GB" };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface DateView {
  language: Language;
  /** IANA name of the branch's zone; the browser's zone until it is known. */
  zone?: string | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(view: DateView, options: Intl.DateTimeFormatOptions, value: Date): string {
  const key = JSON.stringify([view.language, view.zone, options]);
  const known = formats.get(key);
  if (known) return known.format(value);
  const made = new Intl.DateTimeFormat(intlTag[view.language], {
    ...options,
    ...(view.zone ? { timeZone: view.zone } : {}),
  });
  formats.set(key, made);
  return made.format(value);
}

/** "2026-11-20 15:04:09" in the branch's zone, in every language (decided for the whole product). */
export function dateTimeText(value: string | Date, view: DateView): string {
  const seconds = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return `${dateText(value, view)} ${format(view, seconds, new Date(value))}`;
}

/** "2026-11-20 15:04": a moment that somebody chose or waits for, where seconds do not matter. */
export function minuteText(value: string | Date, view: DateView): string {
  return `${dateText(value, view)} ${timeText(value, view)}`;
}

/** "2026-11-20": the day of a moment in the branch's zone; a plain day stays as it is. */
export function dateText(value: string | Date, view: DateView): string {
  return typeof value === "string" && dayOnly.test(value) ? value : dayKey(value, view.zone);
}

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;

/** "15:04". */
export function timeText(value: string | Date, view: DateView): string {
  return format(view, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, new Date(value));
}

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** A key that is equal for two moments of the same day in the branch's zone: "2026-11-20". */
export function dayKey(value: string | Date, zone?: string): string {
  const known = dayFormats.get(zone);
  const parts =
    known ??
    new Intl.DateTimeFormat("en-CA", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      ...(zone ? { timeZone: zone } : {}),
    });
  if (!known) dayFormats.set(zone, parts);
  return parts.format(new Date(value));
}

/** The separator between the days of a conversation: today and yesterday by name, then weekday and date. */
export function dayText(value: string | Date, view: DateView, now = new Date()): string {
  const key = dayKey(value, view.zone);
  const names = distances(view.language);
  if (key === dayKey(now, view.zone)) return capitalised(names.format(0, "day"));
  if (key === dayKey(new Date(now.getTime() - day), view.zone)) return capitalised(names.format(-1, "day"));
  const sameYear = key.slice(0, 4) === dayKey(now, view.zone).slice(0, 4);
  const options: Intl.DateTimeFormatOptions = { month: "short", day: "numeric", weekday: "short" };
  return format(view, sameYear ? options : { ...options, year: "numeric" }, new Date(value));
}

const distanceFormats = new Map<string, Intl.RelativeTimeFormat>();

function distances(language: Language, style: "long" | "short" = "long"): Intl.RelativeTimeFormat {
  const key = language + style;
  const names = distanceFormats.get(key) ?? new Intl.RelativeTimeFormat(intlTag[language], { numeric: "auto", style });
  distanceFormats.set(key, names);
  return names;
}

interface RelativeWords {
  now: Date;
  /** The word for the last minute. */
  justNow: string;
}

/**
 * "3 分鐘前", "59 min ago", "2 hours ago", `justNow` within the last minute; the date itself once a week has passed. Works for
 * the future too. English minutes are abbreviated, since the columns of lists are as wide as the longest text.
 */
export function relativeText(value: string | Date, view: DateView, { now, justNow }: RelativeWords): string {
  const moment = new Date(value);
  const distance = moment.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size >= 7 * day) return dateText(moment, view);
  const names = distances(view.language, size < hour ? "short" : "long");
  // The page's clock ticks twice a minute: something that has just happened may be in its future.
  if (size < minute) return distance > minute / 2 ? capitalised(names.format(0, "second")) : justNow;
  const [unit, length] =
    size < hour ? ["minute" as const, minute] : size < day ? ["hour" as const, hour] : ["day" as const, day];
  return capitalised(names.format(Math.trunc(distance / length), unit));
}

/** A duration in its largest whole unit: 90 minutes are one hour, less than a minute is 0 minutes. */
export function lengthOf(milliseconds: number): { unit: "minute" | "hour" | "day"; count: number } {
  const [unit, length] =
    milliseconds < hour
      ? ["minute" as const, minute]
      : milliseconds < day
        ? ["hour" as const, hour]
        : ["day" as const, day];
  return { unit, count: Math.max(0, Math.floor(milliseconds / length)) };
}

/** "1:23:45" left until a moment, "4:05" within the last hour; null once it has passed. */
export function countdownText(until: string | Date, now = new Date()): string | null {
  const left = new Date(until).getTime() - now.getTime();
  if (left <= 0) return null;
  const seconds = Math.floor(left / 1000);
  const two = (number: number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** "週二" for a plain day. */
export function weekdayText(day: string, language: Language, weekday: "short" | "narrow" = "short"): string {
  return format({ language, zone: "UTC" }, { weekday }, new Date(`${day}T00:00:00Z`));
}

/** "2026-12-01 週二" for a plain day. */
export function dayAndWeekdayText(day: string, language: Language): string {
  return `${day} ${weekdayText(day, language)}`;
}

/** "2026年12月" for a plain day. */
export function monthText(day: string, language: Language): string {
  return format({ language, zone: "UTC" }, { year: "numeric", month: "long" }, new Date(`${day}T00:00:00Z`));
}

/** "2026年12月1日 星期二" for a plain day, for screen readers. */
export function fullDayText(day: string, language: Language): string {
  return format({ language, zone: "UTC" }, { dateStyle: "full" }, new Date(`${day}T00:00:00Z`));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
