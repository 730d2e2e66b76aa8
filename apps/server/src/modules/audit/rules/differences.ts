import { isDeepStrictEqual } from "node:util";

type Fields = Readonly<Record<string, unknown>>;

const secretName = /password|secret|token|api_?key|sign_?key|private|hash|recovery|vcode/i;
const blank = "•••";
const maxTextLength = 2000;

/** The fields of two states that differ. Secrets are blanked at any depth, long texts cut. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return { before: pick(before, changed), after: pick(after, changed) };
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => fields[name] !== undefined).map((name) => [name, safe(name, fields[name])]),
  );
}

function safe(name: string, value: unknown): unknown {
  if (secretName.test(name)) return value === null || value === "" ? value : blank;
  if (typeof value === "string") return value.slice(0, maxTextLength);
  if (Array.isArray(value)) return value.slice(0, 200).map((one) => safe("", one));
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return blank;
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, safe(key, inner)]));
  }
  return value;
}
