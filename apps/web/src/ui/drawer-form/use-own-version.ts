import { useState } from "react";

/**
 * The version that a form on a page stands on, to be its key. It follows one's own saves; somebody else's would take away
 * what is being typed, and so would one's own once the form is written in again.
 */
export function useOwnVersion(version: number) {
  const [standsOn, setStandsOn] = useState(version);
  const [isSaved, setSaved] = useState(false);
  // The saved state comes a moment after the answer to the save.
  if (isSaved && version !== standsOn) {
    setStandsOn(version);
    setSaved(false);
  }
  return {
    standsOn,
    markSaved: () => setSaved(true),
    // A save that changed nothing makes no version: the next one may be somebody else's.
    markChanged: () => setSaved(false),
  };
}
