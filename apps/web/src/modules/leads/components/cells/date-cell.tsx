import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "#ui/date-field/date-field.tsx";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import type { CellChange } from "../../api/cell-writes.ts";
import type { DateField as DateFieldName } from "../../rules/edited-fields.ts";
import type { CellEditorProps } from "./cell-editor-props.ts";
import styles from "./cells.module.css";
import { afterKey, useFinish } from "./finish-edit.ts";

interface DateCellProps extends CellEditorProps {
  field: DateFieldName;
  value: string;
  change: (day: string) => CellChange | null;
}

/** A day in a row. A picked day is saved at once; Enter saves and moves down, Tab saves and moves on, Esc cancels. */
export function DateCell({ field, value, change, onSave, onRefuse, onDone }: DateCellProps) {
  const { t } = useTranslation("leads");
  const { t: tOfFields } = useTranslation("ui");
  const [day, setDay] = useState(value);
  const { finish, isDone } = useFinish({ onSave, onDone });
  const focusFirst = useFocusFirst();
  return (
    <DateField
      ref={focusFirst}
      className={styles.day ?? ""}
      variant="borderless"
      year={field === "leadDate" ? "past" : "ahead"}
      value={day}
      aria-label={t(`fields.${field}`)}
      onChange={setDay}
      onPick={(picked) => finish("stay", change(picked))}
      onKeyDown={(event) => {
        const after = afterKey(event);
        // The field itself shows what is missing, and nothing is saved.
        if (!after || (event.key !== "Escape" && day === incompleteDate)) return;
        finish(after, event.key === "Escape" ? null : change(day));
      }}
      // The focus has moved elsewhere: the input is saved, and the focus stays there. An incomplete date is not saved, and
      // the cell says so.
      onBlur={({ relatedTarget }) => {
        const isIncomplete = day === incompleteDate;
        if (isIncomplete && !isDone.current) onRefuse(tOfFields("form.incompleteDate"));
        finish(relatedTarget === null ? "stay" : "left", isIncomplete ? null : change(day));
      }}
    />
  );
}
