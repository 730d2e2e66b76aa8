import { useEffect } from "react";

/** How many levels above the hovered element the truncating one can be: a word in a tag in a cell. */
const steps = 5;

/**
 * Shows truncated text in full on hover: the truncating element gets the text as its `title` while the pointer is on it.
 * Elements with a title of their own, or inside one, keep it.
 */
export function useCutTitles(): void {
  useEffect(() => {
    let titled: HTMLElement | null = null;
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || titled?.contains(target)) return;
      titled?.removeAttribute("title");
      titled = target.closest("[title]") ? null : cutAround(target);
      if (titled) titled.title = wordsOf(titled);
    };
    document.addEventListener("pointerover", follow);
    return () => {
      document.removeEventListener("pointerover", follow);
      titled?.removeAttribute("title");
    };
  }, []);
}

function cutAround(start: HTMLElement): HTMLElement | null {
  let element: HTMLElement | null = start;
  for (let step = 0; element && step < steps; step++) {
    if (isCut(element)) return element;
    element = element.parentElement;
  }
  return null;
}

function isCut(element: HTMLElement): boolean {
  const isTooWide = element.scrollWidth > element.clientWidth;
  const isTooHigh = element.scrollHeight > element.clientHeight;
  if (!isTooWide && !isTooHigh) return false;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return (isTooWide && textOverflow === "ellipsis") || (isTooHigh && /^\d/.test(webkitLineClamp));
}

/** The text of the element, without avatar initials and other pictures. */
function wordsOf(element: HTMLElement): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim();
    if (text && !walker.currentNode.parentElement?.closest("[aria-hidden=true]")) words.push(text);
  }
  return words.join(" ");
}
