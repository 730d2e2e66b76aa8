import { declaredLeadField } from "@homeroom/contract/lead-fields";
import { useEffect, useRef } from "react";
import { laid } from "#ui/laid.ts";
import type { CellChange } from "../../api/cell-writes.ts";
import type { TextField } from "../../rules/edited-fields.ts";
import { useFieldLabel } from "../declared-names.ts";
import type { CellEditorProps } from "./cell-editor-props.ts";
import { afterKey, useFinish } from "./finish-edit.ts";

interface InputCellProps extends CellEditorProps {
  field: TextField;
  type: "text" | "tel";
  value: string;
  change: (text: string) => CellChange | null;
}

const longest: Partial<Record<TextField, number>> = { nickname: 64, email: 128, phone: 32 };

/** A line of text. Enter saves and moves down, Tab saves and moves on, Esc cancels. */
export function InputCell({ field, type, value, change, onSave, onDone }: InputCellProps) {
  const label = useFieldLabel();
  const input = useRef<HTMLInputElement>(null);
  const { finish } = useFinish({ onSave, onDone });
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
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
        const after = afterKey(event);
        if (after) finish(after, event.key === "Escape" ? null : change(event.currentTarget.value));
      }}
      onBlur={({ target, relatedTarget }) => {
        // The focus has moved elsewhere: the input is saved, and the focus stays there.
        finish(relatedTarget === null ? "stay" : "left", change(target.value));
      }}
    />
  );
}
