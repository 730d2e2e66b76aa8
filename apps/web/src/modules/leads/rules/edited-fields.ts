import {
  declaredLeadFields,
  type LineField,
  lineFields,
  type RowField,
  rowFields,
} from "@homeroom/contract/lead-fields";
import type { LeadCard } from "@homeroom/contract/leads";

/** The editable fields of a row, by the kind of their editor. */
const editedFields = {
  text: ["nickname", "phone", "email", ...declaredLines()],
  date: ["nextContactDate", "leadDate"],
  choice: ["status", "result", "sales", "tutor", "channel", "regularContact"],
  tags: ["tag"],
} as const;

export type TextField = (typeof editedFields.text)[number];
export type DateField = (typeof editedFields.date)[number];
export type ChoiceField = (typeof editedFields.choice)[number];
export type EditedField = TextField | DateField | ChoiceField | "tag";

export const isTextField = (field: EditedField): field is TextField => editedFields.text.some((one) => one === field);
export const isDateField = (field: EditedField): field is DateField => editedFields.date.some((one) => one === field);
export const isChoiceField = (field: EditedField): field is ChoiceField =>
  editedFields.choice.some((one) => one === field);

/** Whether a column's cells can be changed at all. */
export const isEdited = (key: string): key is EditedField => allEdited.some((one) => one === key);

const allEdited = Object.values(editedFields).flat();

/** The lines of text among the declared fields of a row. */
function declaredLines() {
  const isLine = (field: RowField): field is RowField & LineField => lineFields.some((line) => line === field);
  return rowFields.filter(isLine);
}

/** The fields of a card that the edit form writes. */
const formFields = [
  ...declaredLeadFields.map(([name]) => name),
  "nickname",
  "areaCode",
  "phone",
  "email",
  "contact1",
  "contact2",
  "channel",
  "secondaryChannel",
  "leadDate",
  "sales",
  "tutor",
  "status",
  "result",
  "tag",
  "notes",
  "avatarFileID",
  "nextContactDate",
  "regularContact",
] as const satisfies readonly (keyof LeadCard)[];

type FormField = (typeof formFields)[number];
type FormValues = Pick<LeadCard, FormField>;

/** The initial values of the edit form. */
export function formValues(card: LeadCard): FormValues & Pick<LeadCard, "leadId" | "version"> {
  const fields = Object.fromEntries(formFields.map((field) => [field, card[field]])) as unknown as FormValues;
  return { ...fields, leadId: card.leadId, version: card.version };
}

/** Whether one of the fields to be changed differs from what the writer has seen. */
export function changedMeanwhile(seen: LeadCard, now: LeadCard, changes: object): boolean {
  const fields = Object.keys(changes) as (keyof LeadCard)[];
  return fields.some((field) => field in seen && JSON.stringify(seen[field]) !== JSON.stringify(now[field]));
}
