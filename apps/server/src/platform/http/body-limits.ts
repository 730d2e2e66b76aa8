import type { Endpoint } from "@homeroom/contract/endpoint";
import { AppError } from "#platform/errors/app-error";
import { bodyLimit } from "./failure.ts";

/** The limits of a request's body, checked on its bytes before parsing. */
export interface BodyLimits {
  readonly bytes: number;
  /** Values in total, at all levels. */
  readonly fields: number;
  /** Nesting depth of objects and lists. */
  readonly depth: number;
}

const publicLimits: BodyLimits = { bytes: 16 * 1024, fields: 64, depth: 8 };
/** Callers with a session: forms with long texts, lists of ids. */
const sessionLimits: BodyLimits = { bytes: bodyLimit, fields: 20_000, depth: 64 };

/** The limits of a call that carries no file. */
export function limitsOf({ access }: Pick<Endpoint, "access">): BodyLimits {
  return access === "public" ? publicLimits : sessionLimits;
}

/** Throws DATA_FORMAT_ERROR for JSON with too many values or too deep nesting; invalid JSON is left to the parser. */
export function limitJson(bytes: Buffer, { fields, depth }: BodyLimits): void {
  let count = 1;
  let level = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === comma) count += 1;
    else if (byte === brace || byte === bracket) level += 1;
    else if (byte === closingBrace || byte === closingBracket) level -= 1;
    if (count > fields || level > depth) throw new AppError("DATA_FORMAT_ERROR");
  }
}

/** Throws DATA_FORMAT_ERROR when `separator` occurs more than `most` times. */
export function limitSeparators(bytes: Buffer, separator: string, most: number): void {
  let count = 0;
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length)) {
    count += 1;
    if (count > most) throw new AppError("DATA_FORMAT_ERROR");
  }
}

const [quote, backslash, comma, brace, closingBrace, bracket, closingBracket] = Buffer.from('"\\,{}[]');

/** The place of the quote that ends the text beginning at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}
