import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { GrowingText } from "#ui/text-area/growing-text.tsx";
import type { NoteDraft } from "../../api/drafts.ts";

interface EarlyNoteProps {
  draft: NoteDraft;
  onDraft: (draft: NoteDraft) => void;
  /** The editor of notes, with the text typed before it loaded, and whether it takes the focus. */
  children: (draft: NoteDraft, takesKeyboard: boolean) => ReactNode;
}

/**
 * Accepts typing while the editor of notes is loading: without a field the letters would trigger shortcuts of the inbox. The
 * focus stays wherever the writer has gone since.
 */
export function EarlyNote({ draft, onDraft, children }: EarlyNoteProps) {
  const { t } = useTranslation("composer");
  const focusFirst = useFocusFirst();
  const [early, setEarly] = useState(draft);
  const [isLeft, setLeft] = useState(false);
  const field = (
    <GrowingText
      ref={focusFirst}
      value={early.text}
      minRows={2}
      maxRows={8}
      variant="borderless"
      aria-label={t("note.title")}
      onChange={({ target }) => {
        setEarly({ ...early, text: target.value });
        onDraft({ ...early, text: target.value });
      }}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
    />
  );
  return <Suspense fallback={field}>{children(early, !isLeft)}</Suspense>;
}
