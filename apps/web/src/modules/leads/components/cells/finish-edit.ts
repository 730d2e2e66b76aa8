import { type KeyboardEvent, useRef } from "react";
import type { AfterEdit } from "#ui/data-table/cell-editing.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import type { CellChange } from "../../api/cell-writes.ts";
import type { CellEditorProps } from "./cell-editor-props.ts";

/** Ends an edit once: `finish` saves the change, if there is one, and closes the editor. */
export function useFinish({ onSave, onDone }: Pick<CellEditorProps, "onSave" | "onDone">) {
  const isDone = useRef(false);
  const finish = (after: AfterEdit, change: CellChange | null = null) => {
    if (isDone.current) return;
    isDone.current = true;
    if (change) onSave(change);
    onDone(after);
  };
  return { finish, isDone };
}

const ends: Readonly<Record<string, AfterEdit>> = { Enter: "down", Tab: "next", Escape: "stay" };

/**
 * The next position after a key that ends an edit; the table and the screen do not get the key. Undefined for every other
 * key.
 */
export function afterKey(event: KeyboardEvent): AfterEdit | undefined {
  const after = isComposing(event.nativeEvent) ? undefined : ends[event.key];
  if (!after) return;
  event.preventDefault();
  event.stopPropagation();
  return event.key === "Tab" && event.shiftKey ? "previous" : after;
}
