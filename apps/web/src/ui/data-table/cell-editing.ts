import type { ReactNode } from "react";

/**
 * Where the focus goes when an editor closes: it stays, goes a row down, or to the next or previous cell to be edited;
 * or it has already `left` by itself, for what somebody has pressed.
 */
export type AfterEdit = "stay" | "down" | "next" | "previous" | "left";

/** What an open editor is given. It saves by itself, at once on screen, and then says that it is done. */
export interface CellEditor {
  done: (after: AfterEdit) => void;
}

export type OpenEditor = (editor: CellEditor) => ReactNode;

/** A cell that could not be saved: it says so in its place until it is tried again or left. */
export interface CellProblem {
  message: string;
  /** Undefined where trying again would change nothing. */
  retry?: (() => void) | undefined;
  leave: () => void;
}
