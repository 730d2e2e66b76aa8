import { type MouseEvent, type PointerEvent, useRef } from "react";

const longMilliseconds = 500;
const stillPixels = 8;

/** What a finger that rests on something does; handlers for the element. A mouse keeps its own menu. */
export function useLongPress(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType === "mouse") return;
      from.current = { x, y };
      stop();
      timer.current = setTimeout(act, longMilliseconds);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > stillPixels) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    // The system's own menu would cover ours.
    onContextMenu: (event: MouseEvent) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === "touch") event.preventDefault();
    },
  };
}
