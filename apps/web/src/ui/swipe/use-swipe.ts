import { type PointerEvent, useEffect, useRef, useState } from "react";

/** The side of a swipe. */
export type SwipeSide = "left" | "right";

const minMove = 12;
/** From this distance a release triggers it. */
const swipeDistance = 88;

/**
 * Moves an element sideways under a finger or pen, and reports the side once it has moved far enough. The element needs
 * `touch-action: pan-y`: on a vertical move the browser scrolls and the swipe ends before it starts. A mouse never swipes.
 */
export function useSwipe(sides: Readonly<Partial<Record<SwipeSide, unknown>>>, onSwipe: (side: SwipeSide) => void) {
  const [side, setSide] = useState<SwipeSide | null>(null);
  const [isFar, setFar] = useState(false);
  const latest = useRef(onSwipe);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => {
    latest.current = onSwipe;
  });
  useEffect(() => () => stop.current(), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === "mouse" || !event.isPrimary || (!sides.left && !sides.right)) return;
    stop.current();
    const element = event.currentTarget;
    const { pointerId, clientX: fromX, clientY: fromY } = event;
    let moved = 0;
    let isSwipe = false;
    const move = (next: globalThis.PointerEvent) => {
      if (next.pointerId !== pointerId) return;
      const [x, y] = [next.clientX - fromX, next.clientY - fromY];
      if (!isSwipe && Math.abs(y) > minMove && Math.abs(y) > Math.abs(x)) return end(false);
      if (!isSwipe && Math.abs(x) < minMove) return;
      isSwipe = true;
      const to = x > 0 ? "right" : "left";
      moved = sides[to] ? x : 0;
      element.style.transform = `translateX(${moved}px)`;
      setSide(sides[to] ? to : null);
      setFar(Math.abs(moved) >= swipeDistance);
    };
    const end = (counts: boolean) => {
      stop.current();
      element.style.transform = "";
      setSide(null);
      setFar(false);
      if (!isSwipe) return;
      // The following click event is not a click on the element.
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
      if (counts && Math.abs(moved) >= swipeDistance) latest.current(moved > 0 ? "right" : "left");
    };
    const up = (last: globalThis.PointerEvent) => last.pointerId === pointerId && end(true);
    const cancel = (last: globalThis.PointerEvent) => last.pointerId === pointerId && end(false);
    stop.current = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
  };
  return { side, isFar, onPointerDown };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
