import { type PointerEvent, useEffect, useRef, useState } from "react";

export interface DragState<Thing> {
  thing: Thing;
  x: number;
  y: number;
  /** The `data-drop` of the target under the pointer; undefined without one. */
  over: string | undefined;
}

const minMove = 6;
const edge = 48;
const scrollStep = 14;

/**
 * Drags items with a mouse or pen onto elements with `data-drop`; a finger scrolls instead, and a menu offers the same. Near
 * the edge of its scroller (`data-drag-scroll`) the view scrolls. Esc cancels.
 */
export function usePointerDrag<Thing>(onDrop: (thing: Thing, target: string) => void) {
  const [dragged, setDragged] = useState<DragState<Thing> | null>(null);
  const latest = useRef(onDrop);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => () => stop.current(), []);

  const start = (event: PointerEvent, thing: Thing) => {
    if (event.pointerType === "touch" || event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    let now: DragState<Thing> | null = null;
    const move = (next: globalThis.PointerEvent) => {
      const { clientX: x, clientY: y } = next;
      if (!now && Math.hypot(x - from.x, y - from.y) < minMove) return;
      next.preventDefault();
      const below = document.elementFromPoint(x, y);
      scrollAt(below, x, y);
      now = { thing, x, y, over: below?.closest<HTMLElement>("[data-drop]")?.dataset.drop };
      setDragged(now);
    };
    const end = (drops: boolean) => {
      stop.current();
      setDragged(null);
      if (!now) return;
      // The following click event is not a click on the item.
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
      if (drops && now.over !== undefined) latest.current(now.thing, now.over);
    };
    const up = () => end(true);
    const cancel = () => end(false);
    const escape = (press: KeyboardEvent) => press.key === "Escape" && end(false);
    stop.current = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", escape, { capture: true });
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", escape, { capture: true });
  };
  return { dragged, start };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function scrollAt(below: Element | null, x: number, y: number): void {
  for (let place = below?.closest<HTMLElement>("[data-drag-scroll]"); place; ) {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    if (place.dataset.dragScroll === "x")
      place.scrollLeft += x > right - edge ? scrollStep : x < left + edge ? -scrollStep : 0;
    else place.scrollTop += y > bottom - edge ? scrollStep : y < top + edge ? -scrollStep : 0;
    place = place.parentElement?.closest<HTMLElement>("[data-drag-scroll]");
  }
}
