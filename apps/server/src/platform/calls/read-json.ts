/** An object from JSON.parse, with unknown fields. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value of an answer is an object with fields: neither null nor a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an empty one: reading fields of a wrong shape finds nothing instead of throwing. */
export function asRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** Parses bytes as a JSON object; an empty object if they are not one. */
export function recordIn(bytes: Buffer): JsonRecord {
  try {
    return asRecord(JSON.parse(bytes.toString("utf8")));
  } catch {
    return {};
  }
}

/** A list as it is; anything else as an empty one. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A non-empty text. Numbers count: providers write some ids and times as either. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** A number or a text of digits as a number; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The object without the fields that have no value, so that an absent field stays absent. */
export function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Parses JSON; undefined when the text is not JSON. Ids that are too long for a number keep all their digits. */
export function readJsonWithIds(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === "number" && !Number.isSafeInteger(value) && Number.isInteger(value)
        ? (context?.source ?? String(value))
        : value,
    );
  } catch {
    return undefined;
  }
}
