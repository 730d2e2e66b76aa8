import { declaredLeadField } from "@homeroom/contract/lead-fields";
import { useEffect, useRef } from "react";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import type { CellChange } from "../../api/cell-writes.ts";
import type { TextField } from "../../rules/edited-fields.ts";
import { useFieldLabel } from "../declared-names.ts";
import type { CellEditorProps } from "./cell-editor-props.ts";

interface InputCellProps extends CellEditorProps {
  field: TextField;
  type: "text" | "tel";
  value: string;
  change: (text: string) => CellChange | null;
}

const longest: Partial<Record<TextField, number>> = { nickname: 64, email: 128, phone: 32 };

/** A line of text. Enter saves and goes down, Tab saves and goes on, Esc leaves it as it was. */
export function InputCell({ field, type, value, change, onSave, onDone }: InputCellProps) {
  const label = useFieldLabel();
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

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
      className={laid("wide noPadding noBorder noBackground inheritColour inheritFont tall noOutline")}
      type={type}
      defaultValue={value}
      maxLength={declaredLeadField(field)?.max ?? longest[field] ?? 100}
      aria-label={label(field)}
      autoComplete="off"
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        const after = { Enter: "down", Tab: event.shiftKey ? "previous" : "next", Escape: "stay" }[event.key];
        if (!after) return;
        event.preventDefault();
        event.stopPropagation();
        finish(after as Parameters<typeof onDone>[0], event.key === "Escape" ? null : event.currentTarget.value);
      }}
      onBlur={({ target, relatedTarget }) => {
        // The focus has gone elsewhere by itself: what was written is saved, and it stays where it went.
        if (isDone.current) return;
        isDone.current = true;
        const made = change(target.value);
        if (made) onSave(made);
        if (relatedTarget === null) onDone("stay");
        else onDone("left");
      }}
    />
  );
}
