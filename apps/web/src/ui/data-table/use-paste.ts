import type { ClipboardEvent } from "react";
import { isWritingPlace } from "#ui/keyboard/shortcut.ts";
import type { Column } from "./column.ts";
import type { DataTableProps } from "./data-table-props.ts";
import type { GridPlace } from "./grid-steps.ts";

interface PasteGiven<Row> extends DataTableProps<Row> {
  shown: readonly Column<Row>[];
  keys: readonly string[];
  place: GridPlace;
}

/** Hears a text that is pasted on a cell; an open editor has its own use of it. */
export function usePaste<Row>({ list, shown, keys, place, selection, onPaste }: PasteGiven<Row>) {
  if (!onPaste) return undefined;
  return (event: ClipboardEvent) => {
    const { target } = event;
    if (isWritingPlace(target) || !(target instanceof HTMLElement) || !target.dataset.cell) return;
    const text = event.clipboardData.getData("text/plain");
    if (text === "") return;
    event.preventDefault();
    const selected = selection ? keys.flatMap((key, index) => (selection.keys.has(key) ? [index] : [])) : [];
    // Who never pastes never loads it.
    void import("./paste.ts").then(({ blockOf, pastedBlock }) =>
      onPaste(pastedBlock(blockOf(text), { rows: list.rows, columns: shown, place, selected })),
    );
  };
}
