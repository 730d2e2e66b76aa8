import { startTransition, useEffect, useState } from "react";

/** Where no frame is drawn, as in a tab that nobody sees. */
const maxFrameMs = 200;

/** Whether the first frame of a component is on the screen: what it draws later does not hold up what is seen first. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const draw = () => startTransition(() => setPainted(true));
    let wait = setTimeout(draw, maxFrameMs);
    // A frame's callback still comes before its paint; the task after it comes behind.
    const frame = requestAnimationFrame(() => {
      clearTimeout(wait);
      wait = setTimeout(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(wait);
    };
  }, []);
  return isPainted;
}
