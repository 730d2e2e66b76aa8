import { type RefObject, useEffect, useRef } from "react";

/** Keeps the end of a list in sight while the place for it grows and shrinks, as the composer under it does. */
export function useKeptEnd(scroller: RefObject<HTMLElement | null>, atEnd: boolean, showEnd: () => void): void {
  const latest = useRef({ atEnd, showEnd });
  useEffect(() => {
    latest.current = { atEnd, showEnd };
  });
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      if (latest.current.atEnd) latest.current.showEnd();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [scroller]);
}
