import { createContext, type ReactNode } from "react";

/** One thing that can be done from the head of a screen. */
export interface ScreenAction {
  label: string;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  /** Shown on hover, for example why it cannot be done now. */
  title?: string | undefined;
  onClick: () => void;
}

/** Actions that have folded into the menu of the head. */
export interface FoldedActions {
  actions: readonly ScreenAction[];
  /** One of them is under way. */
  busy: boolean;
}

/** Puts actions into the menu of the head, or takes them out. `place` is an element where they would be seen. */
type Fold = (place: HTMLElement, folded: FoldedActions | null) => void;

/** The menu that takes the actions of a head, on a phone; null where there is room for them. */
export const FoldContext = createContext<Fold | null>(null);

/** All folded actions, in the order in which they would be seen. */
export function inOrder(folded: ReadonlyMap<HTMLElement, FoldedActions>): ScreenAction[] {
  return [...folded]
    .toSorted(([one], [other]) => (isBefore(one, other) ? -1 : 1))
    .flatMap(([, { actions }]) => actions);
}

function isBefore(one: HTMLElement, other: HTMLElement): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
