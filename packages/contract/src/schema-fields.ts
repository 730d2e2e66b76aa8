import type { z } from "zod";

type Definition = z.core.$ZodTypeDef & {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: readonly z.ZodType[];
  left?: z.ZodType;
  right?: z.ZodType;
  element?: z.ZodType;
  catchall?: z.ZodType;
  values?: readonly unknown[];
};

/** The internals of a zod schema. */
export function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def;
}

/** The schema below `optional`, `nullable`, `default`, pipes and the like: what a value given by a caller must be. */
export function bareSchema(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: from, out, getter } = definitionOf(schema);
  if (innerType) return bareSchema(innerType);
  if (type === "lazy" && getter) return bareSchema(getter());
  if (type === "pipe" && from && out) return bareSchema(definitionOf(from).type === "transform" ? out : from);
  return schema;
}

/** The top-level fields of a request schema; none if it is not an object. */
export function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> {
  const { shape, options, left, right } = definitionOf(bareSchema(schema));
  if (shape) return shape;
  if (left && right) return { ...fieldsOf(left), ...fieldsOf(right) };
  return Object.fromEntries((options ?? []).flatMap((option) => Object.entries(fieldsOf(option))));
}

const plain: ReadonlySet<string> = new Set(["string", "number", "boolean", "enum", "literal"]);

/** Whether a schema is a list of plain values, for which a single value counts as a list of one. */
export function isPlainList(schema: z.ZodType): boolean {
  const { type, element } = definitionOf(bareSchema(schema));
  return type === "array" && element !== undefined && plain.has(definitionOf(bareSchema(element)).type);
}

/** The schema of the value at a path of a request; undefined if there is none. */
export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const { element } = definitionOf(bareSchema(schema));
  const next = typeof step === "number" ? element : fieldsOf(schema)[String(step)];
  return next && schemaAt(next, rest);
}

/** Whether an object schema lets unnamed fields through (`z.looseObject`, `catchall`). */
export function keepsUnnamedFields(schema: z.ZodType): boolean {
  const { catchall } = definitionOf(bareSchema(schema));
  return catchall !== undefined && definitionOf(catchall).type !== "never";
}
