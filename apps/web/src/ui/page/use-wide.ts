import { type RefCallback, useCallback, useState } from "react";

/** A scroll bar takes less: what it comes and goes with must not change the layout that it comes from. */
const scrollBar = 20;

/**
 * Whether an element is at least this number of pixels wide; pass the first to its `ref`. Undefined until the element has
 * been laid out, which is before the first paint: a replaced layout loses what was typed at once, and asks for everything
 * again. Hidden, it is as wide as it was.
 */
export function useWide(least: number): [RefCallback<HTMLElement>, boolean | undefined] {
  const [wide, setWide] = useState<boolean>();
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const take = (width: number) => {
        if (width > 0) setWide((was) => width >= (was ? least - scrollBar : least));
      };
      take(innerWidthOf(element));
      const observer = new ResizeObserver(([entry]) => {
        if (entry) take(entry.contentRect.width);
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
