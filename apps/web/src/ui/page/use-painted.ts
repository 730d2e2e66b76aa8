import { startTransition, useEffect, useState } from "react";

/** The limit if no frame is painted, as in a hidden tab. */
const maxFrameMs = 200;

/** Runs something once the next frame is on the screen. Returns the function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let wait = setTimeout(run, maxFrameMs);
  // A frame's callback runs before its paint; the task after it runs afterwards.
  const frame = requestAnimationFrame(() => {
    clearTimeout(wait);
    wait = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(wait);
  };
}

/** Whether the first frame of a component is on the screen, so that later parts do not delay what is seen first. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}
