/** How a number of a spreadsheet is meant: `{ digits: 8 }` is one that is shown with at least eight digits. */
export type NumberStyle = "number" | "date" | "time" | { readonly digits: number };

const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const builtInTimes = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47]);

/** What a number format says of its numbers: dates are numbers too, and so are phone numbers with their zeros. */
export function numberStyleOf(id: number, code?: string): NumberStyle {
  if (builtInDates.has(id)) return "date";
  if (builtInTimes.has(id)) return "time";
  if (!code) return "number";
  // Colours, conditions and words in quotes are no part of the pattern; [h] is, the hours beyond a day.
  const pattern = code.replace(/\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|_./gi, "").split(";", 1)[0] ?? "";
  if (/[yd]|m.*m.*m/i.test(pattern)) return "date";
  if (/[hs]/i.test(pattern)) return "time";
  return /^0{2,}$/.test(pattern) ? { digits: pattern.length } : "number";
}

const dayMs = 86_400_000;

/** A number as it is meant, in plain digits: no exponents, dates as `2026-11-20`, with `09:30` where they have a time. */
export function cellText(value: string, style: NumberStyle, startsIn1904 = false): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (style === "date" || style === "time") return dateText(number, style, startsIn1904);
  const plain = Number.isInteger(number) && Math.abs(number) < 1e21 ? BigInt(number).toString() : String(number);
  return typeof style === "object" && /^\d+$/.test(plain) ? plain.padStart(style.digits, "0") : plain;
}

function dateText(days: number, style: "date" | "time", startsIn1904: boolean): string {
  if (days < 0 || days > 2_958_466) return String(days);
  // The spreadsheet believes that 1900 was a leap year: from March 1900 on its days are one ahead.
  const epoch = startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const moment = new Date(epoch + Math.round(days * 86_400) * 1000).toISOString();
  const hasTime = Math.round((days % 1) * dayMs) >= 1000;
  const time = moment.slice(11, 16);
  if (style === "time" && days < 1) return time;
  return hasTime ? `${moment.slice(0, 10)} ${time}` : moment.slice(0, 10);
}
