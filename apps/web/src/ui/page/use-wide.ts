import { type RefCallback, useCallback, useState } from "react";

/** More than the width of a scroll bar, which must not toggle the layout that causes it. */
const scrollBar = 20;

/**
 * Whether an element is at least this number of pixels wide; pass the first to its `ref`. Undefined until the element has
 * been laid out, which is before the first paint: replacing a layout would lose what was typed and refetch everything. While
 * hidden it keeps its last width.
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
