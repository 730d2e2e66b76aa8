import type { Endpoint } from "@homeroom/contract/endpoint";
import { bareSchema, definitionOf, fieldsOf, isPlainList, keepsUnnamedFields } from "@homeroom/contract/schema-fields";
import type { z } from "zod";

type Fields = Record<string, unknown>;

/**
 * Renames the fields of a request to those of its schema: exact names first, then case-insensitive, then the other names
 * in `alsoNamed`. A field that was matched this way is not used under its own name as well: if an order is named by `recordID`,
 * the call has no `recordID` of its own. Unknown fields are dropped unless the schema keeps them. What is not an object stays
 * as it is, for the schema to check.
 */
export function nameFields(schema: z.ZodType, given: unknown, alsoNamed: Endpoint["alsoNamed"] = {}): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const names = Object.keys(fieldsOf(schema));
  const otherNames = Object.entries(alsoNamed);
  const wanted = new Set([...names, ...Object.keys(alsoNamed)].map((name) => name.toLowerCase()));
  const byLowerCase = new Map<string, string>();
  for (const name of Object.keys(given)) {
    const lowerCase = name.toLowerCase();
    if (wanted.has(lowerCase)) byLowerCase.set(lowerCase, name);
  }
  const sourceOf = (name: string) => (Object.hasOwn(given, name) ? name : byLowerCase.get(name.toLowerCase()));
  const standIn = (name: string) =>
    otherNames
      .map(([other, field]) => (field === name ? sourceOf(other) : undefined))
      .find((found) => found !== undefined);
  const taken = new Set(names.map((name) => (sourceOf(name) === undefined ? standIn(name) : undefined)));
  const named: Fields = keepsUnnamedFields(schema) ? { ...given } : {};
  for (const name of names) {
    const own = sourceOf(name);
    const source = own === undefined ? standIn(name) : taken.has(own) ? undefined : own;
    if (source !== undefined) named[name] = (given as Fields)[source];
  }
  return named;
}

/**
 * Reads JSON fields in the forms that callers use: a number as digits in quotes (`"1"`, as the choices of a
 * select have it) where the schema asks for a number and takes no text, and a single value as a list of one where it asks
 * for a list of such values. Also within objects and lists.
 */
export function readJsonFields(schema: z.ZodType, named: unknown): unknown {
  if (typeof named !== "object" || named === null || Array.isArray(named)) return named;
  const fields = fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [
      name,
      Object.hasOwn(fields, name) ? readJson(fields[name] as z.ZodType, value) : value,
    ]),
  );
}

function readJson(schema: z.ZodType, value: unknown): unknown {
  const { type, element } = definitionOf(bareSchema(schema));
  if (type === "array" && element) {
    const isSingle = isPlainList(schema) && ["string", "number", "boolean"].includes(typeof value);
    const items = isSingle ? [value] : value;
    return Array.isArray(items) ? items.map((item) => readJson(element, item)) : items;
  }
  if (typeof value !== "string") return readJsonFields(schema, value);
  if (!digits.test(value.trim()) || !takesNumber(schema) || schema.safeParse(value).success) return value;
  return Number(value);
}

/** Whether a schema accepts a number. */
function takesNumber(schema: z.ZodType): boolean {
  const { type, options, values } = definitionOf(bareSchema(schema));
  if (type === "literal") return values?.some((each) => typeof each === "number") ?? false;
  return type === "number" || (options?.some(takesNumber) ?? false);
}

/** Reads fields that came as text as the number, truth value or list that the schema asks for. */
export function readTexts(schema: z.ZodType, named: unknown): unknown {
  if (typeof named !== "object" || named === null) return named;
  const fields = fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => {
      const field = fields[name];
      return [name, field ? readText(field, value) : value];
    }),
  );
}

function readText(schema: z.ZodType, value: unknown): unknown {
  const bare = bareSchema(schema);
  const { type, element, options, values } = definitionOf(bare);
  if (type === "array" && element) return readList(element, value);
  if (typeof value !== "string") return value;
  if (type === "number" || (type === "literal" && values?.some((each) => typeof each === "number"))) {
    // An empty form field counts as left out.
    return value.trim() === "" ? undefined : digits.test(value.trim()) ? Number(value) : value;
  }
  if (type === "boolean") return truthValues.get(value.toLowerCase()) ?? value;
  const [only, ...others] = options ?? [];
  return only && others.every((each) => typeOf(each) === typeOf(only)) ? readText(only, value) : value;
}

function readList(element: z.ZodType, value: unknown): unknown {
  const items = typeof value === "string" ? value.split(",").map((item) => item.trim()) : value;
  if (!Array.isArray(items)) return value;
  return items.filter((item) => item !== "").map((item) => readText(element, item));
}

function typeOf(schema: z.ZodType): string {
  return definitionOf(bareSchema(schema)).type;
}

const digits = /^-?\d+(\.\d+)?$/;

const truthValues = new Map<string, boolean | undefined>([
  ["true", true],
  ["1", true],
  ["on", true],
  ["false", false],
  ["0", false],
  ["off", false],
  ["", undefined],
]);
