import { useCallback, useEffect, useRef } from "react";

/**
 * Does something once for all calls within some milliseconds of the first one. What waits when the screen is hidden or left is
 * done at once: a screen that is kept comes back with everything as it left it, a timer that was stopped included.
 */
export function useGathered(milliseconds: number, work: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(
    () => () => {
      if (timer.current === null) return;
      clearTimeout(timer.current);
      timer.current = null;
      latest.current();
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      latest.current();
    }, milliseconds);
  }, [milliseconds]);
}
