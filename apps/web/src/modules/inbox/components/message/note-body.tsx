import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { editNote } from "../../api/message-actions.ts";
import { mentionsOf, notePieces } from "../../rules/composer/mentions.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { NoteWriter } from "../composer/lazy-dialogs.ts";
import styles from "./message-body.module.css";

interface NoteBodyProps {
  message: ShownMessage;
  editing: boolean;
  onEdited: () => void;
}

/** A note for colleagues, with its mentions highlighted; it is edited in place. */
export function NoteBody({ message, editing, onEdited }: NoteBodyProps) {
  const { t } = useTranslation("composer");
  const mentions = mentionsOf(message.details);
  if (editing) {
    return (
      <Suspense>
        <NoteWriter
          conversationId={message.conversationId}
          initial={{ text: message.text, mentions }}
          verb={t("note.save")}
          onSave={(note) => editNote(message.messageId, note)}
          onClose={onEdited}
        />
      </Suspense>
    );
  }
  return (
    <>
      <span className={laid("small block leading18")}>{t("note.title")}</span>
      <p className={laid("written", styles.text)} dir="auto">
        {notePieces(message.text, mentions).map(({ text, named }, index) => {
          const key = `${index}:${text}`;
          return named ? <b key={key}>{text}</b> : <span key={key}>{text}</span>;
        })}
      </p>
    </>
  );
}
