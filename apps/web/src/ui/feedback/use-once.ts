import { useRef, useState } from "react";

/** An action that does not begin again while it runs, and whether it runs. It tells of its failures itself. */
export function useOnce<Given extends readonly unknown[]>(
  action: (...given: Given) => Promise<unknown>,
): { isRunning: boolean; run: (...given: Given) => void } {
  const [isRunning, setRunning] = useState(false);
  // Two presses may come before anything is drawn.
  const running = useRef(false);
  const run = (...given: Given) => {
    if (running.current) return;
    running.current = true;
    setRunning(true);
    void action(...given).finally(() => {
      running.current = false;
      setRunning(false);
    });
  };
  return { isRunning, run };
}
