import { GraphRefusal } from "./graph-errors.ts";

export type Fields = Record<string, unknown>;

/** These functions read a request's fields and refuse like Meta: 131008 if missing, 100 if too long, 131009 if wrong. */
export function readObject(value: unknown, path: string): Fields {
  if (value === undefined || value === null) throw new GraphRefusal("missingParameter", `Param ${path} is required`);
  if (!isObject(value)) throw new GraphRefusal("badParameter", `Param ${path} must be a JSON object`);
  return value;
}

export function readText(value: unknown, path: string, max: number): string {
  if (value === undefined || value === null) throw new GraphRefusal("missingParameter", `Param ${path} is required`);
  if (typeof value !== "string") throw new GraphRefusal("badParameter", `Param ${path} must be a string`);
  if (value.trim() === "")
    throw new GraphRefusal("invalidParameter", `Param ${path} must be at least 1 character long`);
  if ([...value].length > max) {
    throw new GraphRefusal("invalidParameter", `Param ${path} must be at most ${max} characters long`);
  }
  return value;
}

export function readOptionalText(value: unknown, path: string, max: number): string | undefined {
  return value === undefined || value === null ? undefined : readText(value, path, max);
}

export function readList(value: unknown, path: string, limits: { min: number; max: number }): unknown[] {
  if (value === undefined || value === null) throw new GraphRefusal("missingParameter", `Param ${path} is required`);
  if (!Array.isArray(value)) throw new GraphRefusal("badParameter", `Param ${path} must be an array`);
  if (value.length < limits.min || value.length > limits.max) {
    throw new GraphRefusal(
      "badParameter",
      `Param ${path} must have between ${limits.min} and ${limits.max} items, has ${value.length}`,
    );
  }
  return value;
}

export function readNumber(value: unknown, path: string, limits: { min: number; max: number }): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (number === undefined || number === null) throw new GraphRefusal("missingParameter", `Param ${path} is required`);
  if (typeof number !== "number" || !(number >= limits.min && number <= limits.max)) {
    throw new GraphRefusal("badParameter", `Param ${path} must be a number from ${limits.min} to ${limits.max}`);
  }
  return number;
}

/** A field as text; objects and missing fields become `otherwise`. */
export function asText(value: unknown, otherwise = ""): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : otherwise;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
