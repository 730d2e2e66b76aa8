import type { Endpoint, RequestOf } from "@homeroom/contract/endpoint";
import { checkFields, errorOfFields } from "@homeroom/contract/errors/field-errors";
import type { Language } from "@homeroom/contract/language";
import { AppError } from "#platform/errors/app-error";
import { refuseHostileValues } from "./json-body.ts";
import { nameFields, readJsonFields, readTexts } from "./name-fields.ts";
import type { BodyFields } from "./read-body.ts";

/** Sources of a request's fields besides its body. */
export interface AddressFields {
  readonly params: unknown;
  readonly query: unknown;
}

/**
 * The request in the contract's form, from the path's parameters, which take precedence, the body and the query string.
 * Throws the first broken rule's own error, or FIELD_INVALID, with every wrong field.
 */
export function checkRequest<E extends Endpoint>(
  { request: schema, listAs, alsoNamed }: E,
  { fields, asText }: BodyFields,
  { language, params, query }: AddressFields & { language: Language },
): RequestOf<E> {
  const named = (part: unknown) => {
    const known = nameFields(schema, part, alsoNamed);
    refuseHostileValues(known);
    return known;
  };
  const inText = (part: unknown) => readTexts(schema, named(part)) as object;
  const given = listAs !== undefined && Array.isArray(fields) ? { [listAs]: fields as unknown[] } : fields;
  const body = asText ? inText(given) : readJsonFields(schema, named(given));
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const whole = isObject ? { ...inText(query), ...body, ...inText(params) } : body;
  const result = checkFields(schema, whole, language);
  if ("value" in result) return result.value as RequestOf<E>;
  const faults = asText
    ? result.errors
    : result.errors.map((error) => ({ ...error, field: fieldGiven(error.field, given) }));
  throw new AppError(errorOfFields(faults), {}, { fields: faults });
}

/** A single value that was read as a list of one keeps its sent name: `status`, not `status.0`. */
function fieldGiven(field: string, given: unknown): string {
  const path = field.split(".");
  if (path.pop() !== "0") return field;
  const value = path.reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], given);
  return Array.isArray(value) || value === undefined ? field : path.join(".");
}

/** Throws when an answer breaks the contract or has a field that the contract does not name, which may be a leak. */
export function checkAnswer({ method, path, response }: Endpoint, resultData: unknown): void {
  const result = response.safeParse(resultData);
  if (!result.success) throw new Error(`The answer of ${method} ${path} breaks the contract: ${result.error.message}`);
  const unnamed = unnamedField(resultData, result.data);
  if (unnamed) throw new Error(`${method} ${path} answers with ${unnamed}, which the contract does not name`);
}

function unnamedField(given: unknown, kept: unknown, path = "resultData"): string | undefined {
  if (typeof given !== "object" || given === null || typeof kept !== "object" || kept === null) return undefined;
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(kept, key)) return `${path}.${key}`;
    const inner = unnamedField(value, (kept as Record<string, unknown>)[key], `${path}.${key}`);
    if (inner) return inner;
  }
  return undefined;
}
