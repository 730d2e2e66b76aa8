import type { LeadCard } from "@homeroom/contract/leads";

/** The fields of a card that the edit form writes, in the order of the form. */
export const formFields = [
  "nickname",
  "fullname",
  "ename",
  "lastName",
  "firstName",
  "gender",
  "birthday",
  "areaCode",
  "phone",
  "email",
  "country",
  "address",
  "school",
  "grade",
  "contact1",
  "contact2",
  "acceptmessage",
  "channel",
  "secondaryChannel",
  "referrer",
  "leadDate",
  "sales",
  "tutor",
  "status",
  "result",
  "tag",
  "notes",
  "appopenflag",
] as const satisfies readonly (keyof LeadCard)[];

export type FormField = (typeof formFields)[number];
export type FormValues = Pick<LeadCard, FormField>;

/** What the edit form starts with. */
export function formValues(card: LeadCard): FormValues & Pick<LeadCard, "leadId" | "version"> {
  const fields = Object.fromEntries(formFields.map((field) => [field, card[field]])) as unknown as FormValues;
  return { ...fields, leadId: card.leadId, version: card.version };
}

export interface Merged {
  values: FormValues;
  /** Fields that both sides have changed, each to something else; the writer's own words stay in the form. */
  both: FormField[];
}

/**
 * Brings a form that is being written up to date with what somebody else has saved meanwhile: what the writer has not
 * touched becomes theirs, what the writer has changed stays.
 */
export function mergeForm(base: FormValues, mine: FormValues, theirs: FormValues): Merged {
  const values = { ...theirs };
  const both: FormField[] = [];
  for (const field of formFields) {
    if (same(mine[field], base[field])) continue;
    Object.assign(values, { [field]: mine[field] });
    if (!same(theirs[field], base[field]) && !same(theirs[field], mine[field])) both.push(field);
  }
  return { values, both };
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** Text by which two values compare: the order of keys does not count, and a cleared field is an empty one. */
function canonical(value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${key}:${canonical(inner)}`).join()}}`;
}
