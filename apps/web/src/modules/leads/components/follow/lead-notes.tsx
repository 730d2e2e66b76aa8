import type { LeadCard, LeadNote } from "@homeroom/contract/leads";
import { Button, Input } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateText, timeText } from "#platform/dates.ts";
import { useWordsLanguage } from "#platform/words-language.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useFocusFirst } from "#ui/keyboard/use-focus-first.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useCardActions } from "../../api/card.ts";
import { useLeadNotes } from "../../api/queries.ts";
import styles from "../time-line.module.css";
import { EntrySkeletons } from "./entry-skeletons.tsx";
import { NoteForm } from "./note-form.tsx";

/** A lead's notes, and the form to add one with the permission. */
export function LeadNotes({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const query = useLeadNotes(card.leadId);
  const notes = query.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <>
      {card.can.note && <NoteForm key={card.leadId} card={card} />}
      {query.isPending && <EntrySkeletons />}
      {query.error !== null && notes.length === 0 && (
        <ErrorState message={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && notes.length === 0 && <p className={layout.quiet}>{t("notes.none")}</p>}
      <ol className={laid("column noPadding unmarked")}>
        {notes.map((note) => (
          <li key={note.recordID} className={laid("onTimeLine", styles.entry)}>
            <Note card={card} note={note} />
          </li>
        ))}
      </ol>
      <MoreButton list={query} label={t("more")} />
    </>
  );
}

function Note({ card, note }: { card: LeadCard; note: LeadNote }) {
  const { t } = useTranslation("leads");
  const [editing, setEditing] = useState(false);
  const languageOf = useWordsLanguage();
  const { failed, undoable } = useFeedback();
  const { deleteNote, restoreNote } = useCardActions(card.leadId);
  // The note leaves the list before the answer, and callbacks of `mutate` would not run.
  const restore = () => void restoreNote.mutateAsync(note.recordID).catch(failed);
  const takeBack = () =>
    void deleteNote.mutateAsync(note.recordID).then(() => undoable(t("card.noteTakenBack"), restore), failed);
  if (editing) return <NoteEditor card={card} note={note} onClose={() => setEditing(false)} />;
  return (
    <>
      <p className={laid("written sunken above4 pad8x12")} {...languageOf(note.content)}>
        {note.content}
      </p>
      <NoteFacts note={note} />
      <p className={laid("hint flexBox wrap gap0x8")}>
        <RelativeTime value={note.createTime} />
        <span>{note.creator}</span>
        {note.editTime && <span>{t("card.edited")}</span>}
        {note.canEdit && (
          <span className={laid("push inlineFlex gap8")}>
            <button type="button" className={laid("bare quiet", styles.quietButton)} onClick={() => setEditing(true)}>
              {t("card.editNote")}
            </button>
            <button
              type="button"
              className={laid("bare quiet", styles.quietButton)}
              disabled={deleteNote.isPending}
              onClick={takeBack}
            >
              {t("card.deleteNote")}
            </button>
          </span>
        )}
      </p>
    </>
  );
}

function NoteFacts({ note }: { note: LeadNote }) {
  const { t } = useTranslation("leads");
  const view = useDateView();
  const { result, nextContactDate, regularContact, reminder } = note;
  const next = nextContactDate && t("notes.next", { date: dateText(nextContactDate, view) });
  const reminds =
    reminder &&
    t(reminder.doneTime ? "card.remindedDone" : "card.reminds", {
      person: reminder.person,
      time: `${dateText(reminder.at, view)} ${timeText(reminder.at, view)}`,
    });
  if (!result && !next && !reminds) return null;
  return (
    <p className={laid("small flexBox wrap gap4x12 above4")}>
      {result && <TintTag color="neutral">{result.name}</TintTag>}
      {next && <span>{[next, regularContact?.name].filter(Boolean).join(" · ")}</span>}
      {reminds && <span>{reminds}</span>}
    </p>
  );
}

function NoteEditor({ card, note, onClose }: { card: LeadCard; note: LeadNote; onClose: () => void }) {
  const { t } = useTranslation("leads");
  const { editNote } = useCardActions(card.leadId);
  const [content, setContent] = useState(note.content);
  const latest = useRef(content);
  const change = (next: string) => {
    latest.current = next;
    setContent(next);
  };
  const focusFirst = useFocusFirst();
  const save = () =>
    editNote.mutate(
      { recordID: note.recordID, content, result: note.result?.recordID ?? null },
      // Edited further meanwhile: the rest must still be saved.
      { onSuccess: () => latest.current === content && onClose() },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Input.TextArea
        ref={focusFirst}
        aria-label={t("card.editNote")}
        value={content}
        maxLength={2000}
        autoSize={{ minRows: 2, maxRows: 10 }}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          onClose();
        }}
      />
      <div className={laid("row justifyEnd above8")}>
        {editNote.error !== null && (
          <span role="alert" className={layout.danger}>
            {editNote.error}
          </span>
        )}
        <Button size="small" onClick={onClose}>
          {t("card.cancel")}
        </Button>
        <Button
          size="small"
          type="primary"
          htmlType="submit"
          loading={editNote.isPending}
          disabled={content.trim() === ""}
        >
          {t("card.save")}
        </Button>
      </div>
    </form>
  );
}
