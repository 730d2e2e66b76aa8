import { createContext } from "react";

/** What a section gives its optional fields. */
interface Fold {
  isOpen: boolean;
  /** Names a folded field on the section's button, until the answered function is called. */
  fold: (key: string, label: string) => () => void;
}

export const FoldContext = createContext<Fold | null>(null);

/** The fields that have a problem: they are shown whatever their section says. */
export const RevealedContext = createContext<ReadonlySet<string>>(new Set());
