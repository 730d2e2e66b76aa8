import { useEffect } from "react";

/** Places that are remembered: more than the dialogs that lie over each other. */
const remembered = 20;

/**
 * Gives the keyboard back when a dialog or drawer that has it leaves the page: to the last place before it that is still
 * there, such as the button that opened it. Ant Design does so at the end of closing, which one that is taken off the page
 * while it is open never reaches.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let places: HTMLElement[] = [];
    // Kept, because a dialog is emptied before it is taken off the page.
    let layer: Node | undefined;
    const remember = (target: EventTarget | null) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      places = [...places.filter((place) => place !== target && place.isConnected), target].slice(-remembered);
      layer = [...document.body.children].find((child) => child.contains(target));
    };
    const observer = new MutationObserver((changes) => {
      const isTaken = changes.some(({ removedNodes }) => [...removedNodes].some((node) => node === layer));
      // Something else may have taken the keyboard meanwhile.
      if (isTaken && document.activeElement === document.body) focusLast(places);
    });
    const handleFocus = ({ target }: FocusEvent) => remember(target);
    // A drawer of the page's address may be open and have the keyboard before this is loaded.
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

/** What has left the page, is hidden or disabled does not take the focus. */
function focusLast(places: readonly HTMLElement[]): void {
  places.findLast((place) => {
    place.focus({ preventScroll: true });
    return document.activeElement === place;
  });
}
