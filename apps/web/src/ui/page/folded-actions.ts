import { createContext, type ReactNode } from "react";

/** An action in the header of a screen. */
export interface ScreenAction {
  label: string;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  /** Shown on hover, for example why it cannot be done now. */
  title?: string | undefined;
  onClick: () => void;
}

/** Actions that are folded into the menu of the header. */
export interface FoldedActions {
  actions: readonly ScreenAction[];
  /** One of them is in progress. */
  busy: boolean;
}

/** Adds actions to the menu of the header, or removes them. `place` is an element where they would be shown. */
type FoldActions = (place: HTMLElement, folded: FoldedActions | null) => void;

/** The menu for the actions of a header on a phone; null if there is room for them. */
export const FoldContext = createContext<FoldActions | null>(null);

/** All folded actions, in the order in which they would be shown. */
export function inOrder(folded: ReadonlyMap<HTMLElement, FoldedActions>): ScreenAction[] {
  return [...folded]
    .toSorted(([one], [other]) => (isBefore(one, other) ? -1 : 1))
    .flatMap(([, { actions }]) => actions);
}

function isBefore(one: HTMLElement, other: HTMLElement): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
