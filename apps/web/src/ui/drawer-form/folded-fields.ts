import { createContext } from "react";

/** What a section provides to its optional fields. */
interface FieldFold {
  isOpen: boolean;
  /** Names a folded field on the section's button, until the returned function is called. */
  fold: (key: string, label: string) => () => void;
}

export const FoldContext = createContext<FieldFold | null>(null);

/** Fields with a problem, which are shown even if their section is folded. */
export const RevealedContext = createContext<ReadonlySet<string>>(new Set());
