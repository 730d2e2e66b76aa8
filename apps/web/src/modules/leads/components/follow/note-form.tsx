import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadCard } from "@homeroom/contract/leads";
import { Button } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useListItems, usePeople } from "#platform/choices.ts";
import { useDateView } from "#platform/date-view.ts";
import { newId } from "#platform/ids.ts";
import { ChoiceSelect } from "#ui/choice/choice-select.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { GrowingText } from "#ui/text-area/growing-text.tsx";
import { type KeptNote, keepNote, keptNote } from "../../api/note-drafts.ts";

import { useAddNote } from "../../api/writes.ts";
import { emptyNote, leftOfNote, type NoteDraft, noteOf } from "../../rules/note-draft.ts";
import { useAskedField } from "../in-place/asked-field.ts";
import styles from "../time-line.module.css";
import { ReminderFields } from "./reminder-fields.tsx";

/** The draft about a lead, kept while the person opens other leads, signs in again or reloads the page. */
function useDraft(leadId: LeadId) {
  const [{ recordID, note }, setKept] = useState(() => keptNote(leadId));
  const latest = useRef(note);
  const write = (next: KeptNote) => {
    keepNote(leadId, next);
    latest.current = next.note;
    setKept(next);
  };
  return {
    ...{ recordID, note },
    /** While it is being sent, the saved note differs from the current text. */
    setNote: (next: NoteDraft, isSending: boolean) => write({ recordID: isSending ? newId() : recordID, note: next }),
    /** Continues with the rest once it is saved; returns whether there is a rest. */
    goOn: (sent: NoteDraft) => {
      const left = leftOfNote(sent, latest.current);
      write({ recordID: newId(), note: left });
      return left !== emptyNote;
    },
  };
}

/** The target of the `n` key. */
export const noteFieldId = "lead-note";

/** Writes a note: the text, the result, the next contact, and a reminder. */
export function NoteForm({ card }: { card: LeadCard }) {
  const { t } = useTranslation("leads");
  const ids = { result: useId(), next: useId(), kind: useId() };
  const { leadId } = card;
  const { zone } = useDateView();
  const { recordID, note, setNote, goOn } = useDraft(leadId);
  const add = useAddNote(leadId);
  const people = useReminded(card);
  const form = noteOf(note, zone);
  const place = useRef<TextAreaRef>(null);
  // A person who came by shortcut continues with shortcuts: the field gives up the focus when the note is saved.
  const byKey = useRef(false);
  useAskedField("note", () => {
    byKey.current = true;
    place.current?.focus();
  });
  const opened = note !== emptyNote;
  const change = (part: Partial<NoteDraft>) => setNote({ ...note, ...part }, add.isPending);

  const save = () => {
    if (!form || add.isPending) return;
    add.mutate(
      { ...form, recordID },
      {
        onSuccess: () => {
          const writesOn = goOn(note);
          if (byKey.current && !writesOn) place.current?.blur();
        },
      },
    );
  };

  return (
    <form
      className={layout.below16}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <GrowingText
        ref={place}
        id={noteFieldId}
        aria-label={t("notes.write")}
        value={note.content}
        maxLength={2000}
        minRows={opened ? 3 : 1}
        maxRows={10}
        placeholder={t("notes.placeholder")}
        onChange={({ target }) => change({ content: target.value })}
        onBlur={() => void (byKey.current = false)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
          if (event.key === "Escape") {
            // The draft stays; the panel gets the shortcuts again.
            event.preventDefault();
            event.currentTarget.blur();
          }
        }}
      />
      {opened && (
        <>
          <div className={laid("gridBox gap8 above8", styles.formRow)}>
            <ListChoice id={ids.result} list="contactResults" field="result" value={note.result} onChange={change} />
            <div>
              <label htmlFor={ids.next} className={laid("hint block")}>
                {t("fields.nextContactDate")}
              </label>
              <DateField
                year="ahead"
                id={ids.next}
                value={note.nextContactDate}
                onChange={(nextContactDate) => change({ nextContactDate })}
              />
            </div>
            {(note.nextContactDate || note.remindAt) && (
              <ListChoice
                id={ids.kind}
                list="regularContactTypes"
                field="regularContact"
                value={note.regularContact}
                onChange={change}
              />
            )}
          </div>
          <ReminderFields note={note} people={people} onChange={change} />
          <div className={laid("row justifyEnd above8")}>
            {add.error !== null && (
              <span role="alert" className={layout.danger}>
                {add.error}
              </span>
            )}
            <span className={laid("small", styles.hint)}>{t("card.sendKey")}</span>
            <Button htmlType="submit" type="primary" loading={add.isPending} disabled={!form}>
              {t("notes.add")}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

interface ListChoiceProps {
  id: string;
  list: "contactResults" | "regularContactTypes";
  field: "result" | "regularContact";
  value: RecordId | null;
  onChange: (part: Partial<NoteDraft>) => void;
}

function ListChoice({ id, list, field, value, onChange }: ListChoiceProps) {
  const { t } = useTranslation("leads");
  const items = useListItems(list);
  return (
    <div>
      <label htmlFor={id} className={laid("hint block")}>
        {t(`fields.${field}`)}
      </label>
      <div className={laid("wide", styles.control)}>
        <ChoiceSelect
          id={id}
          value={value}
          options={items?.map((item) => ({ value: item.recordID, label: item.name })) ?? []}
          onChange={(chosen) => onChange({ [field]: chosen as RecordId | null })}
        />
      </div>
    </div>
  );
}

/** The people who can be reminded: the writer first, then the people at the branch who follow leads. */
function useReminded(card: LeadCard): { value: AccountId; label: string }[] {
  const user = useUser();
  const people = [...(usePeople("sales", card.branchID) ?? []), ...(usePeople("tutor", card.branchID) ?? [])];
  const others = people.filter(({ value }) => value !== user.accountID);
  const unique = new Map(others.map(({ value, label }) => [value, { value: value as AccountId, label }]));
  return [{ value: user.accountID, label: user.nickname }, ...unique.values()];
}
