import type { LeadRow } from "@homeroom/contract/leads";
import { type KeyboardEvent, useRef, useState } from "react";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import type { BoardColumnHead } from "../../api/board-moves.ts";

interface LiftedCard {
  lead: LeadRow;
  /** The target column. */
  target: string;
  targetName: string;
}

interface BoardKeysGiven {
  columns: readonly BoardColumnHead[];
  mayMove: boolean;
  onMove: (lead: LeadRow, key: string) => Promise<void>;
  onOpen: (lead: LeadRow) => void;
}

/** A card and its current position: cards move while others work on the board. */
interface CardPlace {
  lead: LeadRow;
  column: string;
  index: number;
}

/** What the keyboard needs of a column: the number of loaded cards, and a way to scroll to one. */
export interface ColumnReach {
  count: number;
  show: (index: number) => void;
}

/** How far a key moves within its column; Home and End move to the ends of the loaded cards. */
const steps: Readonly<Record<string, number>> = {
  ...{ ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};
/** After a long jump a column renders its cards a few frames later. */
const framesToDraw = 10;

/**
 * Keyboard control of the board: the arrow keys move between cards and columns, Enter opens. The space bar lifts a card;
 * then left and right carry it, Enter or the space bar drops it, and Esc cancels.
 */
export function useBoardKeys({ columns, mayMove, onMove, onOpen }: BoardKeysGiven) {
  const [active, setActive] = useState({ column: "", index: 0 });
  const [lifted, setLifted] = useState<LiftedCard | null>(null);
  const [reach] = useState(() => new Map<string, ColumnReach>());
  const turn = useRef(0);

  const focusOn = (column: string, wanted: number) => {
    const there = reach.get(column);
    if (!there || there.count === 0) return;
    const index = Math.max(0, Math.min(wanted, there.count - 1));
    setActive({ column, index });
    there.show(index);
    const mine = ++turn.current;
    // Synchronously, since the next key may come at once. A card that is not rendered yet gets the focus some frames later.
    if (focusCard(column, index)) return;
    const before = document.activeElement;
    inFrames(framesToDraw, () => mine !== turn.current || !hasStayed(before) || focusCard(column, index));
  };
  const carry = (by: number) => {
    const next = columns[columns.findIndex(({ key }) => key === lifted?.target) + by];
    if (lifted && next) setLifted({ ...lifted, target: next.key, targetName: next.name });
  };
  const moveTo = (lead: LeadRow, column: string) => {
    void onMove(lead, column);
    const before = document.activeElement;
    // It is at the top of its new column at once, and so is the focus.
    setTimeout(() => hasStayed(before) && focusOn(column, 0));
  };
  const putDown = () => {
    if (!lifted) return;
    setLifted(null);
    moveTo(lifted.lead, lifted.target);
  };
  const walk = (key: string, from: CardPlace) => {
    const down = steps[key];
    if (down) return focusOn(from.column, from.index + down);
    const place = columns.findIndex((column) => column.key === from.column);
    const beside = key === "ArrowRight" ? columns.slice(place + 1) : columns.slice(0, place).reverse();
    // Skips empty columns.
    const next = beside.find((column) => reach.get(column.key)?.count);
    if (next) focusOn(next.key, from.index);
  };

  const onKeyDown = (event: KeyboardEvent, at: CardPlace) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (lifted) {
      if (sideways) carry(sideways);
      else if (event.key === "Enter" || event.key === " ") putDown();
      else if (event.key === "Escape") setLifted(null);
      // The list would scroll away from the card, which would drop it.
      else if (!steps[event.key]) return;
      event.stopPropagation();
    } else if (steps[event.key] || event.key.startsWith("Arrow")) walk(event.key, at);
    else if (event.key === "Enter") onOpen(at.lead);
    else if (event.key === " " && mayMove) {
      const here = columns.find(({ key }) => key === at.column);
      if (here) setLifted({ lead: at.lead, target: here.key, targetName: here.name });
    } else return;
    event.preventDefault();
  };

  return { active, setActive, lifted, onKeyDown, reach, moveTo, leave: () => setLifted(null) };
}

/** Retries every frame until it succeeds. */
function inFrames(count: number, isDone: () => boolean): void {
  if (count > 0) requestAnimationFrame(() => isDone() || inFrames(count - 1, isDone));
}

function focusCard(column: string, index: number): boolean {
  const card = document.querySelector<HTMLElement>(`[data-drop="${column}"] [data-card="${index}"]`);
  card?.focus();
  return card !== null;
}

/** Whether the person has not moved to another part of the page. The focused element itself may be gone. */
function hasStayed(before: Element | null): boolean {
  return document.activeElement === before || document.activeElement === document.body;
}

export type BoardKeys = ReturnType<typeof useBoardKeys>;
