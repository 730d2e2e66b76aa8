import { startTransition, useEffect, useState } from "react";

/** Where no frame is drawn, as in a tab that nobody sees. */
const maxFrameMs = 200;

/** Runs something once the next frame is on the screen. Answers how to call it off. */
export function afterPaint(run: () => void): () => void {
  let wait = setTimeout(run, maxFrameMs);
  // A frame's callback still comes before its paint; the task after it comes behind.
  const frame = requestAnimationFrame(() => {
    clearTimeout(wait);
    wait = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(wait);
  };
}

/** Whether the first frame of a component is on the screen: what it draws later does not hold up what is seen first. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}
