import type { ReactNode } from "react";
import type { AfterEdit } from "#ui/data-table/cell-editing.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";

interface EditorKeysProps {
  /** Reports for each key whether it is Enter, before the list of choices handles it. */
  onEnter?: (isEnter: boolean) => void;
  onLeave: (after: AfterEdit) => void;
  children: ReactNode;
}

/** Wraps a list of choices in a cell: Tab and Esc end the edit, and no key reaches the table or the screen. */
export function EditorKeys({ onEnter, onLeave, children }: EditorKeysProps) {
  return (
    <span
      style={{ display: "contents" }}
      onKeyDown={(event) => event.stopPropagation()}
      onKeyDownCapture={(event) => {
        if (isComposing(event.nativeEvent)) return;
        onEnter?.(event.key === "Enter");
        if (event.key !== "Tab" && event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onLeave(event.key === "Escape" ? "stay" : event.shiftKey ? "previous" : "next");
      }}
    >
      {children}
    </span>
  );
}
