import { createListeners } from "./store.ts";

/** A condition of the window or the operating system, as an external store. */
export interface Media {
  /** Whether the condition holds. */
  matches(): boolean;
  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

const known = new Map<string, Media>();

/** The one store of a media query such as `(min-width: 992px)`. */
export function media(query: string): Media {
  const store = known.get(query) ?? follow(window.matchMedia(query));
  known.set(query, store);
  return store;
}

/**
 * Chromium reports a change only in the next frame, and not at all if the list's `matches` was read before: a render at the
 * wrong moment would leave the page out of date. So `matches` is read once, and then only the events are used.
 */
function follow(list: Pick<MediaQueryList, "matches" | "addEventListener">): Media {
  let matches = list.matches;
  const { subscribe, notify } = createListeners();
  list.addEventListener("change", (event) => {
    matches = event.matches;
    notify();
  });
  return { matches: () => matches, subscribe };
}
