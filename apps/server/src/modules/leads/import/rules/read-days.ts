/** The date formats of a table's region. */
export interface DayHabits {
  /** 3/1/2025 is the 3rd of January. */
  readonly dayFirst: boolean;
  /** Years of two or three digits are those of the Republic of China: 114 is 2025. */
  readonly republic: boolean;
}

/** A day as `YYYY-MM-DD`; `guessed` if it could also mean another day. */
export interface ReadDay {
  readonly day: string;
  readonly guessed: boolean;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A smaller first number can also be a month, a day or a Western year: 11/03/26 and 25/03/01 are not a century ago. */
const firstShortYear = 32;

/** A spreadsheet's serial days, from 1927 to 2064: numbers outside are something else. */
const [firstSerial, lastSerial] = [10_000, 60_000];

/**
 * Reads a day in the usual formats, with or without a time after it: 2025-03-01, 2025年3月1日, 民國114年3月1日, 114/3/1,
 * 20250301, 1/3/2025, 1 Mar 2025, Mar 1, 2025, and a spreadsheet's serial days. Null when there is no such day.
 */
export function readDay(text: string, habits: DayHabits): ReadDay | null {
  const plain = text.normalize("NFKC").trim().toLowerCase();
  return yearFirst(plain, habits) ?? counted(plain) ?? yearLast(plain, habits) ?? named(plain);
}

function yearFirst(text: string, { republic }: DayHabits): ReadDay | null {
  const found =
    /^(民國|民国)?(\d{2,4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日號号]?(?:[\st].*)?$/.exec(text) ??
    /^()(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!found) return null;
  const [, era, year = "", month, day] = found;
  if (year.length === 4) return dayOf(Number(year), month, day);
  const isShort = republic && Number(month) <= 12 && Number(year) >= firstShortYear;
  if (!era && !(year.length === 3 && year.startsWith("1")) && !isShort) return null;
  // Two digits alone may also be the end of a Western year.
  return dayOf(Number(year) + 1911, month, day, !era && year.length === 2);
}

function counted(text: string): ReadDay | null {
  if (!/^\d{5}(\.\d+)?$/.test(text)) return null;
  const days = Math.floor(Number(text));
  if (days < firstSerial || days > lastSerial) return null;
  return { day: new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10), guessed: true };
}

function yearLast(text: string, { dayFirst }: DayHabits): ReadDay | null {
  const found = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})(?:\s.*)?$/.exec(text);
  if (!found) return null;
  const [, one = "", two = "", year] = found;
  const either = Number(one) <= 12 && Number(two) <= 12 && Number(one) !== Number(two);
  const dayIsFirst = Number(one) > 12 || (Number(two) <= 12 && dayFirst);
  return dayIsFirst ? dayOf(Number(year), two, one, either) : dayOf(Number(year), one, two, either);
}

function named(text: string): ReadDay | null {
  const dayMonth = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3})[a-z]*\.?,?[\s-]+(\d{4})(?:\s.*)?$/.exec(text);
  const monthDay = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:\s.*)?$/.exec(text);
  const [day, month, year] = dayMonth?.slice(1) ?? (monthDay ? [monthDay[2], monthDay[1], monthDay[3]] : []);
  const place = months.indexOf(month ?? "");
  return place < 0 ? null : dayOf(Number(year), String(place + 1), day);
}

function dayOf(year: number, month = "", day = "", guessed = false): ReadDay | null {
  const iso = `${String(year).padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return exists && year >= 1900 && year <= 2200 ? { day: iso, guessed } : null;
}
