import { z } from "zod";

type WithoutDefault<Field> = Field extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? Inner : Field;
type SomeFields<Shape> = { [Name in keyof Shape]: z.ZodOptional<Extract<WithoutDefault<Shape[Name]>, z.ZodType>> };
type EditedFields<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner>
    ? z.ZodOptional<Extract<Inner, z.ZodType>>
    : Shape[Name];
};

/** All fields of a form, each of which may be left out. */
export function someFields<Shape extends Record<string, z.ZodType>>(shape: Shape): SomeFields<Shape> {
  const entries = Object.entries(shape).map(([name, field]) => [name, withoutDefault(field).optional()]);
  return Object.fromEntries(entries) as SomeFields<Shape>;
}

/**
 * The fields of a form for an edit: those that are not sent keep their stored value. Defaults apply to creates only; in an
 * edit they would clear every field that the caller does not know.
 */
export function editedFields<Shape extends Record<string, z.ZodType>>(shape: Shape): EditedFields<Shape> {
  const entries = Object.entries(shape).map(([name, field]) => {
    const inner = withoutDefault(field);
    return [name, inner === field ? field : inner.optional()];
  });
  return Object.fromEntries(entries) as EditedFields<Shape>;
}

function withoutDefault(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? (field.unwrap() as z.ZodType) : field;
}

/** The fields of a form that were sent; a nested form may be sent in part too. */
export type SentFields<Form> = {
  [Name in keyof Form]?: (Form[Name] extends Record<string, unknown> ? SentFields<Form[Name]> : Form[Name]) | undefined;
};

/** The stored fields, replaced by those that were sent. */
export function withSent<Form extends object>(stored: Form, sent: SentFields<Form>): Form {
  const merged = Object.entries(sent).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const before: unknown = stored[name as keyof Form];
    return [[name, isGroup(before) && isGroup(value) ? withSent(before, value) : value]];
  });
  return { ...stored, ...(Object.fromEntries(merged) as Partial<Form>) };
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
