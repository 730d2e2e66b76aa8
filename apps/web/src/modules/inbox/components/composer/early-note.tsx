import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { GrowingText } from "#ui/text-area/growing-text.tsx";
import type { NoteDraft } from "../../api/drafts.ts";

interface EarlyNoteProps {
  draft: NoteDraft;
  onDraft: (draft: NoteDraft) => void;
  /** The editor of notes, with what was written before it came, and whether it takes the keyboard. */
  children: (draft: NoteDraft, takesKeyboard: boolean) => ReactNode;
}

/**
 * Takes what is typed while the editor of notes still loads: without a field the letters would be keys of the inbox. The
 * keyboard stays where the writer has gone meanwhile.
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
