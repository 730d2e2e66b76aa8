import { type LineField, lineFields, type RowField, rowFields } from "@homeroom/contract/lead-fields";

/** What can be changed in a row, by the kind of its editor. */
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
