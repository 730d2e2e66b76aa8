import { type MouseEvent, useRef } from "react";

/**
 * Takes a press that the browser does not report as a click: what lay under the pointer was replaced before it was released, as
 * when somebody else's change arrives in between. `press` answers whether the press was for it.
 */
export function useLostClick(press: (event: MouseEvent) => boolean) {
  const pressed = useRef<EventTarget | null>(null);
  return {
    onMouseDown: (event: MouseEvent) => {
      pressed.current = event.button === 0 ? event.target : null;
    },
    onMouseUp: (event: MouseEvent) => {
      const { current } = pressed;
      pressed.current = null;
      const isLost = current instanceof Node && !current.isConnected;
      if (isLost && press(event)) event.stopPropagation();
    },
  };
}
