import { useEffect, useState } from "react";
import { blankDraft, type Draft, readDraft } from "../rules/draft.ts";
import { stepFields } from "../rules/problems.ts";

const storageKey = "registration";

/** The draft, kept in this tab over a reload until it is forgotten. */
export function useKeptDraft() {
  const [draft, setDraft] = useState(keptDraft);
  useEffect(() => {
    attempt(() => sessionStorage.setItem(storageKey, JSON.stringify(draft)));
  }, [draft]);
  return { draft, setDraft, forget: () => attempt(() => sessionStorage.removeItem(storageKey)) };
}

function keptDraft(): Draft {
  const blank = blankDraft(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const draft = readDraft(attempt(() => sessionStorage.getItem(storageKey)) ?? null, blank);
  return { ...draft, step: Math.min(Math.max(0, Math.trunc(draft.step)), stepFields.length - 1) };
}

/** A storage that is full or switched off: the form lives as long as the page. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
