import { z } from "zod";
import { dateOfBirth } from "./day.ts";
import {
  type DeclaredLeadField,
  declaredLeadFields,
  type FilterField,
  filterFields,
  type PlainLeadField,
  plainLeadFields,
  type RowField,
  rowFields,
} from "./lead-fields.ts";

/** The schema of each kind of field in a form, on the card, and in filters. */
interface ShapesOfKind {
  line: TextShapes;
  country: TextShapes;
  birthday: { form: z.ZodDefault<typeof dateOfBirth>; shown: z.ZodString; asked: typeof dateOfBirth };
  choice: NumberShapes;
  flag: NumberShapes;
}
interface TextShapes {
  form: z.ZodDefault<z.ZodString>;
  shown: z.ZodString;
  asked: z.ZodString;
}
interface NumberShapes {
  form: z.ZodDefault<z.ZodNumber>;
  shown: z.ZodNumber;
  asked: z.ZodNumber;
}
type Kind = keyof ShapesOfKind;
type Key = "form" | "shown" | "asked";
type Parts<Name extends PlainLeadField, One extends Key> = {
  [Field in Name]: ShapesOfKind[(typeof plainLeadFields)[Field]["kind"]][One];
};
type Optional<Shape extends Record<string, z.ZodType>> = { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };

const shapes: { [One in Kind]: (field: DeclaredLeadField) => ShapesOfKind[One] } = {
  line: text,
  country: text,
  birthday: () => ({ form: dateOfBirth.default(""), shown: z.string(), asked: dateOfBirth }),
  choice: ({ names = [] }) => number(names.length - 1),
  flag: () => number(1),
};

function text({ max = 0 }: DeclaredLeadField): TextShapes {
  const asked = z.string().trim().max(max);
  return { form: asked.default(""), shown: z.string(), asked };
}

function number(most: number): NumberShapes {
  const asked = z.number().int().min(0).max(most);
  return { form: asked.default(0), shown: z.number().int(), asked };
}

const shapeOf = (name: PlainLeadField) => shapes[plainLeadFields[name].kind](plainLeadFields[name]);

function partsOf(names: readonly PlainLeadField[], key: Key) {
  return Object.fromEntries(names.map((name) => [name, shapeOf(name)[key]]));
}

const all = declaredLeadFields.map(([name]) => name);

/** The fields in a form, on the card, in a row of the list, and in filters. */
export const plainShapes = {
  form: partsOf(all, "form") as Parts<PlainLeadField, "form">,
  shown: partsOf(all, "shown") as Parts<PlainLeadField, "shown">,
  row: partsOf(rowFields, "shown") as Parts<RowField, "shown">,
  query: Object.fromEntries(filterFields.map((name) => [name, shapeOf(name).asked.optional()])) as Optional<
    Parts<FilterField, "asked">
  >,
};
