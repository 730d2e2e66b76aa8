import { useCallback, useEffect, useRef } from "react";

/**
 * Runs something once for all calls within some milliseconds of the first. Pending work runs at once when the screen is
 * hidden or left: a kept screen returns in the state in which it was left, stopped timers included.
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
