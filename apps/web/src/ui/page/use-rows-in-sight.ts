import { observeElementOffset, useVirtualizer, type VirtualizerOptions } from "@tanstack/react-virtual";
import { usePainted } from "./use-painted.ts";

type Kit = VirtualizerOptions<Element, Element>;

type Options = Pick<Kit, "count" | "getScrollElement" | "estimateSize" | "getItemKey" | "overscan">;

/**
 * Renders only the visible part of a long list. The first frame has only the rows that fit into the window: once that frame
 * is on the screen, the place is measured, and rows above and below are added.
 */
export function useRowsInSight({ getScrollElement, overscan = 0, ...options }: Options) {
  const isPainted = usePainted();
  return useVirtualizer({
    ...options,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getScrollElement: () => (isPainted ? getScrollElement() : null),
    observeElementOffset: fromWhereItIs,
    overscan: isPainted ? overscan : 0,
  });
}

/** Somebody may have scrolled before the place was measured: without this the kit would scroll them back to the top. */
const fromWhereItIs: Kit["observeElementOffset"] = (list, tell) => {
  const scrolled = list.scrollElement?.scrollTop ?? 0;
  if (scrolled > 0) tell(scrolled, false);
  return observeElementOffset(list, tell);
};
