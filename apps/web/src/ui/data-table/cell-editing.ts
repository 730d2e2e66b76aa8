import type { ReactNode } from "react";

/**
 * Where the focus goes when an editor closes: it stays, moves a row down, or moves to the next or previous editable cell; or
 * it has already `left`, to what the person pressed.
 */
export type AfterEdit = "stay" | "down" | "next" | "previous" | "left";

/** The properties of an open editor. It saves by itself, optimistically, and then reports that it is done. */
export interface CellEditor {
  done: (after: AfterEdit) => void;
}

export type OpenEditor = (editor: CellEditor) => ReactNode;

/** A cell that could not be saved: it shows the error until the save is retried or dismissed. */
export interface CellProblem {
  message: string;
  /** Undefined if a retry would not help. */
  retry?: (() => void) | undefined;
  leave: () => void;
}
