import pg from "pg";

const { types } = pg;
/** The driver's own reading, five times as slow. */
const readAny = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

const [plus, minus, dot, zero] = ["+", "-", ".", "0"].map((sign) => sign.charCodeAt(0));

/**
 * A moment as PostgreSQL writes it, to the millisecond: `2026-11-25 08:30:00.25+08`. A list has hundreds of them. What is
 * written otherwise (other centuries, infinity, offsets with minutes) the driver reads.
 */
export function readMoment(text: string): Date {
  const end = text.length - 3;
  const sign = text.charCodeAt(end);
  const isUsual = end >= 19 && text.charCodeAt(4) === minus && text.charCodeAt(0) !== zero;
  if (!isUsual || (sign !== plus && sign !== minus)) return readAny(text);
  const offset = twoDigits(text, end + 1) * (sign === minus ? -1 : 1);
  return new Date(
    Date.UTC(
      twoDigits(text, 0) * 100 + twoDigits(text, 2),
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11) - offset,
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds(text, end),
    ),
  );
}

function milliseconds(text: string, end: number): number {
  if (text.charCodeAt(19) !== dot) return 0;
  let sum = 0;
  for (let place = 20, worth = 100; place < end && place < 23; place += 1, worth /= 10)
    sum += digit(text, place) * worth;
  return sum;
}

function twoDigits(text: string, place: number): number {
  return digit(text, place) * 10 + digit(text, place + 1);
}

function digit(text: string, place: number): number {
  return text.charCodeAt(place) - 48;
}
