import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "#ui/date-field/date-field.tsx";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import type { CellChange } from "../../api/cell-writes.ts";
import type { DateField as DateFieldName } from "../../rules/edited-fields.ts";
import type { CellEditorProps } from "./cell-editor-props.ts";
import styles from "./cells.module.css";

interface DateCellProps extends CellEditorProps {
  field: DateFieldName;
  value: string;
  change: (day: string) => CellChange | null;
}

/** A day in a row. A picked day is saved at once; Enter saves and goes down, Tab saves and goes on, Esc gives it up. */
export function DateCell({ field, value, change, onSave, onRefuse, onDone }: DateCellProps) {
  const { t } = useTranslation("leads");
  const { t: tOfFields } = useTranslation("ui");
  const [day, setDay] = useState(value);
  const isDone = useRef(false);
  const focusFirst = useFocusFirst();
  const finish = (after: Parameters<typeof onDone>[0], written: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    const made = written === null ? null : change(written);
    if (made) onSave(made);
    onDone(after);
  };
  return (
    <DateField
      ref={focusFirst}
      className={styles.day ?? ""}
      variant="borderless"
      year={field === "leadDate" ? "past" : "ahead"}
      value={day}
      aria-label={t(`fields.${field}`)}
      onChange={setDay}
      onPick={(picked) => finish("stay", picked)}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        const after = { Enter: "down", Tab: event.shiftKey ? "previous" : "next", Escape: "stay" }[event.key];
        if (!after) return;
        event.preventDefault();
        event.stopPropagation();
        // The field says itself what is missing, and nothing is saved.
        if (event.key !== "Escape" && day === incompleteDate) return;
        finish(after as Parameters<typeof onDone>[0], event.key === "Escape" ? null : day);
      }}
      // The focus has gone elsewhere by itself: what was written is saved, and it stays where it went. Of an incomplete
      // date nothing is saved, and the cell says so.
      onBlur={({ relatedTarget }) => {
        const isIncomplete = day === incompleteDate;
        if (isIncomplete && !isDone.current) onRefuse(tOfFields("form.incompleteDate"));
        finish(relatedTarget === null ? "stay" : "left", isIncomplete ? null : day);
      }}
    />
  );
}
