import { dateChange, phoneChange, textChange } from "../../rules/cell-change.ts";
import { type EditedField, isChoiceField, isDateField, isTextField } from "../../rules/edited-fields.ts";
import type { CellEditorProps } from "./cell-editor-props.ts";
import { ChoiceCell } from "./choice-cell.tsx";
import { DateCell } from "./date-cell.tsx";
import { InputCell } from "./input-cell.tsx";
import { TagsCell } from "./tags-cell.tsx";

export interface LeadCellEditorProps extends CellEditorProps {
  field: EditedField;
  /** The people the reader can set as owner of a lead: anybody, or only themselves. */
  people: "all" | "self";
}

/** The editor of a field in a lead's row. */
export function LeadCellEditor({ field, people, ...editor }: LeadCellEditorProps) {
  const { lead } = editor;
  if (isChoiceField(field)) return <ChoiceCell field={field} people={people} {...editor} />;
  if (isDateField(field)) {
    const change = (text: string) => dateChange(lead, field, text);
    return <DateCell field={field} value={lead[field] ?? ""} change={change} {...editor} />;
  }
  if (field === "phone") {
    const shown = [lead.areaCode, lead.phone].filter(Boolean).join(" ");
    return <InputCell field={field} type="tel" value={shown} change={(text) => phoneChange(lead, text)} {...editor} />;
  }
  if (isTextField(field)) {
    const change = (text: string) => textChange(lead, field, text);
    return <InputCell field={field} type="text" value={lead[field]} change={change} {...editor} />;
  }
  return <TagsCell {...editor} />;
}
