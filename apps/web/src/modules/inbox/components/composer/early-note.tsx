import { useTranslation } from "react-i18next";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { GrowingText } from "#ui/text-area/growing-text.tsx";
import type { NoteDraft } from "../../api/drafts.ts";

interface EarlyNoteProps {
  draft: NoteDraft;
  onDraft: (draft: NoteDraft) => void;
}

/** Takes what is typed while the editor of notes still loads: without a field the letters would be keys of the inbox. */
export function EarlyNote({ draft, onDraft }: EarlyNoteProps) {
  const { t } = useTranslation("composer");
  const focusFirst = useFocusFirst();
  return (
    <GrowingText
      ref={focusFirst}
      value={draft.text}
      minRows={2}
      maxRows={8}
      variant="borderless"
      aria-label={t("note.title")}
      onChange={({ target }) => onDraft({ ...draft, text: target.value })}
    />
  );
}
