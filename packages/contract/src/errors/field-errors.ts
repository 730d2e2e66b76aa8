import type { z } from "zod";
import type { FieldError } from "../envelope.ts";
import type { Language } from "../language.ts";
import { schemaAt } from "../schema-fields.ts";
import { type ErrorData, isRefusalName, messageOf, type RefusalName } from "./catalogue.ts";
import { type FieldText, fieldTexts } from "./field-texts.ts";
import { narrowest, textNamedBy } from "./rule-text.ts";

type Issue = z.core.$ZodIssue;

/** A list has an issue for each wrong item; nobody reads more than this number. */
const maxErrors = 100;

/**
 * Checks a value against a request schema; the server and forms share it. Returns the value, or the faults by field
 * (`contact1.phone`), each field once, with its error and text.
 */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  language: Language,
): { value: z.infer<Schema> } | { errors: FieldError[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  const errors = new Map<string, FieldError>();
  for (const issue of result.error.issues.slice(0, maxErrors)) {
    const error = fieldErrorOf(issue, schema, value, language);
    if (!errors.has(error.field)) errors.set(error.field, error);
  }
  return { errors: [...errors.values()] };
}

/** The error of a refused request: the first field error of its own, otherwise FIELD_INVALID. */
export function errorOfFields(errors: readonly FieldError[]): RefusalName {
  return errors.map((error) => error.name).find((name) => name !== "FIELD_INVALID") ?? "FIELD_INVALID";
}

/** The text beside a field: that of its error, or a general one. */
export function fieldMessage(name: RefusalName, language: Language, data?: ErrorData): string {
  return name === "FIELD_INVALID" ? fieldTexts.wrong[language] : messageOf(name, language, data);
}

function fieldErrorOf(issue: Issue, schema: z.ZodType, value: unknown, language: Language): FieldError {
  const deepest = narrowest(issue);
  const field = deepest.path.map(String).join(".");
  const found = valueAt(value, deepest.path);
  const missing = found == null || (found === "" && deepest.code === "custom" && !deepest.params);
  const name = isRefusalName(deepest.message)
    ? deepest.message
    : missing
      ? errorOfEmpty(schema, deepest.path)
      : undefined;
  if (name && name !== "FIELD_INVALID") return { field, name, message: messageOf(name, language) };
  const [text, n] = missing ? (["required"] as const) : textOf(deepest);
  return { field, name: "FIELD_INVALID", message: fieldTexts[text][language].replace("{n}", String(n ?? "")) };
}

/** A missing text or list is refused with the error of its rule for an empty one. */
function errorOfEmpty(schema: z.ZodType, path: readonly PropertyKey[]): RefusalName | undefined {
  const field = schemaAt(schema, path);
  return ["", []]
    .flatMap((empty) => field?.safeParse(empty).error?.issues ?? [])
    .map((issue) => narrowest(issue).message)
    .find(isRefusalName);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | null | undefined)?.[step], value);
}

function textOf(issue: Issue): readonly [FieldText, (number | bigint)?] {
  if (issue.code === "too_big") return [large[issue.origin] ?? "highNumber", issue.maximum];
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "invalid_value") return ["choice"];
  if (issue.code === "invalid_format") return [formats[issue.format] ?? "wrong"];
  if (issue.code === "invalid_type") return [types[issue.expected] ?? "wrong"];
  if (issue.code === "custom") return textNamedBy(issue) ?? ["wrong"];
  return ["wrong"];
}

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): readonly [FieldText, (number | bigint)?] {
  if ((origin === "string" || origin === "array") && minimum === 1) return ["required"];
  return [small[origin] ?? "lowNumber", minimum];
}

const large: Record<string, FieldText> = { string: "longText", array: "manyItems", set: "manyItems" };
const small: Record<string, FieldText> = { string: "shortText", array: "fewItems", set: "fewItems" };
const formats: Record<string, FieldText> = { email: "email", url: "url", date: "date", datetime: "date" };
const types: Record<string, FieldText> = { string: "text", number: "number", int: "number" };
