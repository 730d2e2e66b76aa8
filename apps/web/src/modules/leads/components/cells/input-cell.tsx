import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { incompleteDate, writtenDate } from "#ui/date-input/incomplete-date.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import type { CellChange } from "../../api/cell-writes.ts";
import type { DateField, TextField } from "../../rules/edited-fields.ts";
import type { CellEditorProps } from "./cell-editor-props.ts";
import styles from "./cells.module.css";

interface InputCellProps extends CellEditorProps {
  field: TextField | DateField;
  type: "text" | "tel" | "date";
  value: string;
  change: (text: string) => CellChange | null;
}

const longest: Partial<Record<TextField | DateField, number>> = { nickname: 64, email: 128, phone: 32, address: 255 };

/** A line of text or a day. Enter saves and goes down, Tab saves and goes on, Esc leaves it as it was. */
export function InputCell({ field, type, value, change, onSave, onDone }: InputCellProps) {
  const { t } = useTranslation("leads");
  const { t: words } = useTranslation("ui");
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    if (type !== "date") input.current?.select();
  }, [type]);

  const refuse = (target: HTMLInputElement) => {
    target.setCustomValidity(words("form.incompleteDate"));
    target.reportValidity();
  };
  const finish = (after: Parameters<typeof onDone>[0], text: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    const made = text === null ? null : change(text);
    if (made) onSave(made);
    onDone(after);
  };
  return (
    <input
      ref={input}
      className={styles.input}
      type={type}
      defaultValue={value}
      {...(type === "date" && { max: "9999-12-31" })}
      maxLength={longest[field] ?? 100}
      aria-label={t(`fields.${field}`)}
      autoComplete="off"
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        const after = { Enter: "down", Tab: event.shiftKey ? "previous" : "next", Escape: "stay" }[event.key];
        if (!after) return;
        event.preventDefault();
        event.stopPropagation();
        const written = writtenDate(event.currentTarget);
        if (event.key !== "Escape" && written === incompleteDate) return refuse(event.currentTarget);
        finish(after as Parameters<typeof onDone>[0], event.key === "Escape" ? null : written);
      }}
      onInput={({ currentTarget }) => currentTarget.setCustomValidity("")}
      onBlur={({ target, relatedTarget }) => {
        // The focus has gone elsewhere by itself: what was written is saved, and it stays where it went. An incomplete
        // date is dropped: the cell shows the stored one.
        if (isDone.current) return;
        isDone.current = true;
        const written = writtenDate(target);
        const made = written === incompleteDate ? null : change(written);
        if (made) onSave(made);
        if (relatedTarget === null) onDone("stay");
        else onDone("left");
      }}
    />
  );
}
