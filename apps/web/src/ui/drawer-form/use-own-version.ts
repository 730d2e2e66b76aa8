import { useState } from "react";

/**
 * The version that a form on a page is based on, used as its key. It follows the person's own saves, unless they have
 * started typing again. Somebody else's save must not discard what is being typed.
 */
export function useOwnVersion(version: number) {
  const [standsOn, setStandsOn] = useState(version);
  const [isSaved, setSaved] = useState(false);
  // The saved state arrives a moment after the answer to the save.
  if (isSaved && version !== standsOn) {
    setStandsOn(version);
    setSaved(false);
  }
  return {
    standsOn,
    markSaved: () => setSaved(true),
    // A save that changed nothing creates no version: the next version may be somebody else's.
    markChanged: () => setSaved(false),
  };
}
