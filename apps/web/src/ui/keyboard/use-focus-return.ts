import { useEffect } from "react";

/** How many places are remembered: more than the dialogs that are ever stacked. */
const remembered = 20;

/**
 * Returns the focus when a dialog or drawer that has it is removed: to the last place before it that still exists, such as
 * the button that opened it. Ant Design does so at the end of closing, which a dialog that is removed while open never
 * reaches.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let places: HTMLElement[] = [];
    // Stored, because a dialog is emptied before it is removed from the page.
    let layer: Node | undefined;
    const remember = (target: EventTarget | null) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      places = [...places.filter((place) => place !== target && place.isConnected), target].slice(-remembered);
      layer = [...document.body.children].find((child) => child.contains(target));
    };
    const observer = new MutationObserver((changes) => {
      const isTaken = changes.some(({ removedNodes }) => [...removedNodes].some((node) => node === layer));
      // Something else may have taken the focus in the meantime.
      if (isTaken && document.activeElement === document.body) focusLast(places);
    });
    const handleFocus = ({ target }: FocusEvent) => remember(target);
    // A drawer from the page's address may be open and have the focus before this is loaded.
    remember(document.activeElement);
    document.addEventListener("focusin", handleFocus);
    // Dialogs and drawers are children of the body.
    observer.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener("focusin", handleFocus);
      observer.disconnect();
    };
  }, []);
}

/** Elements that are removed, hidden or disabled do not take the focus. */
function focusLast(places: readonly HTMLElement[]): void {
  places.findLast((place) => {
    place.focus({ preventScroll: true });
    return document.activeElement === place;
  });
}
