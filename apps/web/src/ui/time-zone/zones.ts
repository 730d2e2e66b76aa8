import type { Language } from "@homeroom/contract/language";

const locales: Record<Language, string> = { "zh-tw": "zh-Hant-TW", "zh-cn": "zh-Hans-CN", en: "en-GB" };

/** The zones of most centres; they come first. */
const near = [
  "Asia/Hong_Kong",
  "Asia/Taipei",
  "Asia/Macau",
  "Asia/Shanghai",
  "Asia/Singapore",
  "Asia/Kuala_Lumpur",
  "Asia/Tokyo",
];

export interface ZoneChoice {
  value: string;
  /** "香港標準時間 · Hong Kong". */
  label: string;
  /** "GMT+8", at this time of the year. */
  offset: string;
}

/** The time zones that the browser knows, named in a language, the nearby ones first, the others from west to east. */
export function zoneChoices(language: Language, now = new Date()): ZoneChoice[] {
  const names = [...new Set([...near, ...Intl.supportedValuesOf("timeZone")])];
  const choices = names.map((value) => ({
    value,
    label: zoneName(value, language, now),
    offset: offsetOf(value, now),
  }));
  const far = choices.slice(near.length).toSorted((a, b) => minutes(a.offset) - minutes(b.offset));
  return [...choices.slice(0, near.length), ...far];
}

/** The name of a zone: its time's name and its city. A zone that the browser does not know stays as it is. */
export function zoneName(zone: string, language: Language, now = new Date()): string {
  const city = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  const name = part(zone, { locale: locales[language], style: "longGeneric" }, now);
  return name === null ? zone : `${name} · ${city}`;
}

/** "GMT+8" at a moment; "" for a zone that the browser does not know. */
export function offsetOf(zone: string, now = new Date()): string {
  return part(zone, { locale: "en", style: "shortOffset" }, now) ?? "";
}

function part(
  zone: string,
  { locale, style }: { locale: string; style: "longGeneric" | "shortOffset" },
  now: Date,
): string | null {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style }).formatToParts(now);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? null;
  } catch {
    // A zone newer or older than the browser: use only its name.
    return null;
  }
}

function minutes(offset: string): number {
  const [, sign = "+", hours = "0", rest = "0"] = /GMT(?:([+-])(\d+)(?::(\d+))?)?/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(rest));
}
