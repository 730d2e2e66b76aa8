import { useEffect, useState } from "react";

/** Whether an element is at least so many pixels wide; hand on the first to its `ref`. */
export function useWide(least: number): [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWide(entry.contentRect.width >= least);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, least]);
  return [setElement, wide];
}
