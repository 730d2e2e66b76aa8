import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { shiftedDay } from "#ui/filter-bar/day-values.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";

interface CalendarKeysGiven {
  days: readonly string[];
  today: string;
  /** Shows the month or week of a day that is not on screen. */
  onLeave: (day: string) => void;
}

const sideways: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const upAndDown: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Keyboard control of a grid of days: Tab moves to one day and through its leads, left and right move between days, up and
 * down move through the leads of a day and on to the previous or next week.
 */
export function useCalendarKeys({ days, today, onLeave }: CalendarKeysGiven) {
  const [lastActive, setActive] = useState<string | null>(null);
  // The day to focus once its month is on screen.
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current && days.includes(wanted.current)) focusStop(wanted.current, 0);
    wanted.current = null;
  }, [days]);

  const goTo = (day: string, index: number) => {
    if (days.includes(day)) return focusStop(day, index);
    wanted.current = day;
    onLeave(day);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const day = dayAround(event.target);
    const stops = day === undefined ? [] : stopsOf(day);
    const index = stops.findIndex((stop) => stop === event.target);
    const [beside, along] = [sideways[event.key], upAndDown[event.key]];
    if (day === undefined || index < 0 || (!beside && !along)) return;
    event.preventDefault();
    if (beside) goTo(shiftedDay(day, beside), index);
    else if (along && stops[index + along]) stops[index + along]?.focus();
    else if (along) goTo(shiftedDay(day, along * 7), along > 0 ? 0 : Number.POSITIVE_INFINITY);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const day = dayAround(target);
    if (day !== undefined) setActive(day);
  };
  const active = [lastActive, today].find((day) => day !== null && days.includes(day)) ?? days[0];
  return { active, onKeyDown, onFocus };
}

/** The focus does not follow a move that takes longer than this. */
const followMs = 5000;

/** Keeps the focus on a lead that its menu moves, or otherwise in the place that it left, since its button moves with it. */
export function followLead(leadId: string, day: string): void {
  const before = document.activeElement;
  const place = before?.closest("[data-drop], aside");
  if (!before || !place) return;
  const follow = () => {
    if (before.isConnected) return;
    observer.disconnect();
    if (document.activeElement !== document.body) return;
    const moved = document.querySelector<HTMLElement>(`[data-drop="${day}"] [data-lead="${leadId}"]`);
    (moved ?? place.querySelector<HTMLElement>("[data-stop], button"))?.focus();
  };
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), followMs);
}

/** Gives a list beside the days the focus, and returns the focus when the list closes. */
export function useKeyboardInside(list: RefObject<HTMLElement | null>, shown: string): void {
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const before = document.activeElement;
    // If the address opened the list, nothing had the focus before.
    if (!(before instanceof HTMLElement) || before === document.body || list.current?.contains(before)) return;
    opener.current = before;
    list.current?.focus();
  }, [list, shown]);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) opener.current?.focus();
    },
    [],
  );
}

function dayAround(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-drop]")?.dataset["drop"] : undefined;
}

/** The stops of the arrow keys in a day: its header, its leads, and "more". */
function stopsOf(day: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-drop="${day}"] [data-stop]`)];
}

function focusStop(day: string, index: number): void {
  const stops = stopsOf(day);
  stops[Math.min(index, stops.length - 1)]?.focus();
}
