import type { PageInfo, PagePicture } from "@homeroom/contract/landing-pages";
import type { Section } from "@homeroom/contract/page-design/sections";
import { useEffect, useReducer, useRef, useState } from "react";
import { useUnsavedGuard } from "#ui/drawer-form/use-unsaved-guard.ts";
import { fetchPage, useSaveDraft } from "../../api/pages.ts";
import { type History, redo, startHistory, step, undo } from "../../rules/document.ts";
import { DraftSaver, type SaveState } from "../../rules/draft-saver.ts";

type Change =
  | { kind: "step"; make: (sections: Section[]) => Section[]; about: string | null; now: number }
  | { kind: "undo" }
  | { kind: "redo" }
  | { kind: "load"; sections: Section[] };

function reduce(history: History, change: Change): History {
  if (change.kind === "undo") return undo(history);
  if (change.kind === "redo") return redo(history);
  if (change.kind === "load") return startHistory(change.sections);
  return step(history, change.make(history.present), change);
}

/** The sections of a page being edited: with undo and redo, saved automatically shortly after a change. */
export function usePageDocument(page: PageInfo) {
  const [history, dispatch] = useReducer(reduce, page.sections, startHistory);
  const [pictures, setPictures] = useState<readonly PagePicture[]>(page.pictures);
  const [saveState, setSaveState] = useState<SaveState>("saved");
  const saveDraft = useSaveDraft();
  const [saver] = useState(() => {
    const { recordID, version, sections } = page;
    const send = (over: number, now: Section[]) => saveDraft.save({ recordID, version: over, sections: now });
    return new DraftSaver({ version, sections, send, tell: setSaveState });
  });
  useEffect(() => saver.change(history.present), [saver, history.present]);
  useSaveOnLeaving(saver);
  useAskWhileUndecided(saveState === "conflict");
  const { recordID } = page;

  return {
    sections: history.present,
    pictures,
    addPicture(picture: PagePicture) {
      setPictures((known) => [...known, picture]);
      saveDraft.rememberPicture(recordID, picture);
    },
    /** `about` names a field that is typed into: its changes are undone together. */
    change: (make: (sections: Section[]) => Section[], about: string | null = null) =>
      dispatch({ kind: "step", make, about, now: Date.now() }),
    undo: history.past.length > 0 ? () => dispatch({ kind: "undo" }) : null,
    redo: history.future.length > 0 ? () => dispatch({ kind: "redo" }) : null,
    saveState,
    saveNow: () => saver.saveNow(),
    /** Replaces the edits with the currently saved sections. */
    async takeSaved() {
      const now = await fetchPage(recordID);
      setPictures((known) => [...known, ...now.pictures]);
      saver.begin(now.version, now.sections);
      dispatch({ kind: "load", sections: now.sections });
    },
    /** Overwrites what somebody else has saved. */
    async keepOwn() {
      const now = await fetchPage(recordID);
      saver.begin(now.version, now.sections);
      await saver.saveNow();
    },
    /** The settings were saved: continue with their version. */
    async takeVersion() {
      const now = await fetchPage(recordID);
      saver.goOnWith(now.version, now.sections);
    },
  };
}

export type PageDocument = ReturnType<typeof usePageDocument>;

/** Leaving the editor saves at once; leaving the app with something unsaved asks first. */
function useSaveOnLeaving(saver: DraftSaver): void {
  useEffect(() => () => void saver.saveNow(), [saver]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (saver.isSaved) return;
      void saver.saveNow();
      event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [saver]);
}

/** Asks before leaving unsaved changes that conflict with somebody else's save. */
function useAskWhileUndecided(isUndecided: boolean): void {
  const undecidedRef = useRef(isUndecided);
  useEffect(() => {
    undecidedRef.current = isUndecided;
  });
  useUnsavedGuard(undecidedRef);
}
