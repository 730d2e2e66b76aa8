import { z } from "zod";
import { FileId } from "../ids.ts";

/**
 * How the editor shows a field. It is part of the field's schema, so that a field is declared once. A `note` has lines like
 * a `text`, but no marks for bold, lists and links.
 */
export type FieldControl = "line" | "note" | "text" | "picture" | "pictures" | "items" | "moment" | "fields";

/** Those of text fields. */
export const wordControls: readonly FieldControl[] = ["line", "note", "text"];

interface FieldFacts extends Record<string, unknown> {
  control: FieldControl;
  max: number;
}

const line = (max = 80) => z.string().trim().max(max).default("").meta({ control: "line", max });
const note = (max = 200) => z.string().trim().max(max).default("").meta({ control: "note", max });
const text = (max = 600) => z.string().trim().max(max).default("").meta({ control: "text", max });
const picture = () => FileId.nullable().default(null).meta({ control: "picture", max: 1 });
const pictures = (max: number) => z.array(FileId).max(max).default([]).meta({ control: "pictures", max });
const items = <Shape extends z.ZodRawShape>(max: number, shape: Shape) =>
  z.array(z.object(shape)).max(max).default([]).meta({ control: "items", max });

/** What a form can ask of a visitor. A name with a phone or an e-mail makes a lead. */
export const formFields = ["name", "phone", "email", "child", "age", "message"] as const;
export type FormField = (typeof formFields)[number];

/** The fields that a form asks for. Without phone and e-mail the visitor could not be contacted, so the phone is added. */
export function askedFields(fields: readonly FormField[]): readonly FormField[] {
  if (fields.includes("phone") || fields.includes("email")) return fields;
  return formFields.filter((field) => field === "phone" || fields.includes(field));
}

/**
 * The kinds of section of a page, with their fields. A text or note keeps its lines; in a text `**bold**`, `- ` lists and
 * links work.
 */
const sectionShapes = {
  hero: { title: line(60), subtitle: note(), picture: picture(), button: line(20) },
  offer: { title: line(), price: line(30), usualPrice: line(30), detail: text(300), button: line(20) },
  text: { title: line(), body: text(4000) },
  picture: { picture: picture(), caption: line(120) },
  gallery: { title: line(), pictures: pictures(12) },
  teachers: {
    title: line(),
    items: items(12, { name: line(40), role: line(60), detail: text(300), picture: picture() }),
  },
  timetable: { title: line(), items: items(40, { day: line(30), time: line(30), course: line(60), place: line(60) }) },
  prices: { title: line(), items: items(20, { name: line(60), price: line(30), detail: text(200) }) },
  questions: { title: line(), items: items(20, { question: line(120), answer: text(800) }) },
  map: { title: line(), address: line(200), detail: text(300) },
  testimonials: { title: line(), items: items(12, { name: line(40), words: text(400) }) },
  countdown: {
    title: line(),
    until: z.iso.datetime().nullable().default(null).meta({ control: "moment", max: 1 }),
    after: line(),
  },
  form: {
    title: line(),
    detail: text(300),
    fields: z
      .array(z.enum(formFields))
      .max(formFields.length)
      .default(["name", "phone"])
      .meta({ control: "fields", max: formFields.length }),
    button: line(20),
    thanks: note(),
  },
  button: { label: line(20), detail: line(120) },
} as const;

export type SectionType = keyof typeof sectionShapes;
export const sectionTypes = Object.keys(sectionShapes) as [SectionType, ...SectionType[]];

/** Identifies a section within its page, for the lifetime of the page. */
const SectionId = z
  .string()
  .regex(/^[a-z0-9]{4,24}$/)
  .meta({ control: "line", max: 24 });

const section = <Type extends SectionType, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ id: SectionId, type: z.literal(type), ...shape });

export const Section = z.discriminatedUnion("type", [
  section("hero", sectionShapes.hero),
  section("offer", sectionShapes.offer),
  section("text", sectionShapes.text),
  section("picture", sectionShapes.picture),
  section("gallery", sectionShapes.gallery),
  section("teachers", sectionShapes.teachers),
  section("timetable", sectionShapes.timetable),
  section("prices", sectionShapes.prices),
  section("questions", sectionShapes.questions),
  section("map", sectionShapes.map),
  section("testimonials", sectionShapes.testimonials),
  section("countdown", sectionShapes.countdown),
  section("form", sectionShapes.form),
  section("button", sectionShapes.button),
]);
export type Section = z.infer<typeof Section>;
export type SectionOf<Type extends SectionType> = Extract<Section, { type: Type }>;

export const maxSections = 40;

/** The sections of a page from top to bottom. */
export const Sections = z
  .array(Section)
  .max(maxSections)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length);

/** A new section of a kind, with empty fields. */
export function emptySection(type: SectionType, id: string): Section {
  return Section.parse({ id, type });
}

/** A field of a section, for the editor. */
export interface SectionField {
  key: string;
  control: FieldControl;
  max: number;
  /** The fields of one item of a list. */
  itemFields: readonly SectionField[];
}

/** The fields of a kind of section, in the order in which they are filled in. */
export function fieldsOfSection(type: SectionType): readonly SectionField[] {
  return fieldsOfShape(sectionShapes[type]);
}

function fieldsOfShape(shape: Readonly<Record<string, z.ZodType>>): SectionField[] {
  return Object.entries(shape).map(([key, schema]) => {
    const { control, max } = schema.meta() as unknown as FieldFacts;
    return { key, control, max, itemFields: control === "items" ? fieldsOfShape(itemShape(schema)) : [] };
  });
}

function itemShape(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const list = (schema as z.ZodDefault<z.ZodArray<z.ZodObject>>).unwrap();
  return list.element.shape;
}

/** Sections with something to show even when empty: a button, or the fields of a form. */
const neverBlank: readonly SectionType[] = ["hero", "offer", "form", "button"];

/** The sections that visitors see, without empty sections and empty list items. */
export function filledSections(sections: readonly Section[]): Section[] {
  return sections
    .map((one) => ("items" in one ? ({ ...one, items: one.items.filter((item) => !isBlank(item)) } as Section) : one))
    .filter(({ id: _id, type, ...fields }) => neverBlank.includes(type) || !isBlank(fields));
}

function isBlank(value: unknown): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isBlank);
}

/** Sections with a button. */
const pressed: readonly SectionType[] = ["hero", "offer", "button"];

/** Whether the buttons of a page lead to a form that it does not have. Visitors do not see such buttons. */
export function lacksForm(page: { buttonAction: string; sections: readonly Section[] }): boolean {
  const has = (types: readonly SectionType[]) => page.sections.some(({ type }) => types.includes(type));
  return page.buttonAction === "form" && has(pressed) && !has(["form"]);
}

/** Every picture in the sections. */
export function picturesOf(sections: readonly Section[]): FileId[] {
  const found = sections.flatMap((section) => {
    if (section.type === "hero" || section.type === "picture") return [section.picture];
    if (section.type === "gallery") return section.pictures;
    return section.type === "teachers" ? section.items.map((item) => item.picture) : [];
  });
  return [...new Set(found.filter((id) => id !== null))];
}
