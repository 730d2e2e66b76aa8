import { type RefCallback, useCallback, useState } from "react";

/**
 * Whether an element is at least this number of pixels wide; pass the first to its `ref`. Known before the first paint:
 * text typed at once must not be lost with a replaced layout.
 */
export function useWide(least: number): [RefCallback<HTMLElement>, boolean] {
  const [wide, setWide] = useState(false);
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      setWide(innerWidthOf(element) >= least);
      const observer = new ResizeObserver(([entry]) => {
        if (entry) setWide(entry.contentRect.width >= least);
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [least],
  );
  return [measure, wide];
}

function innerWidthOf(element: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}
