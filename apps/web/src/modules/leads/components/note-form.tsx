import { type LeadId, RecordId } from "@homeroom/contract/ids";
import { Button, Input, Select } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useListItems } from "../api/queries.ts";
import { useAddNote } from "../api/writes.ts";
import styles from "./time-line.module.css";

interface Draft {
  content: string;
  result: RecordId | null;
  nextContactDate: string;
}

const empty: Draft = { content: "", result: null, nextContactDate: "" };

/** What is being written of a lead, kept while one looks at other leads. */
const drafts = new Map<LeadId, Draft>();

function useDraft(leadId: LeadId) {
  const [draft, setDraft] = useState(drafts.get(leadId) ?? empty);
  const write = (next: Draft) => {
    if (next === empty) drafts.delete(leadId);
    else drafts.set(leadId, next);
    setDraft(next);
  };
  return [draft, write] as const;
}

/** Writes a note: what was said, what came of it, and when to ask again. */
export function NoteForm({ leadId }: { leadId: LeadId }) {
  const { t } = useTranslation("leads");
  const ids = { text: useId(), result: useId(), next: useId() };
  const [note, setNote] = useDraft(leadId);
  // Stays the same until the note is saved: sending it again after a lost answer adds no second one.
  const [recordID, setRecordID] = useState(newId);
  const add = useAddNote(leadId);
  const results = useListItems("contactResults");
  const written = note.content.trim() !== "";

  const save = () => {
    if (!written || add.isPending) return;
    add.mutate(
      { ...note, recordID },
      {
        onSuccess: () => {
          setNote(empty);
          setRecordID(newId());
        },
      },
    );
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label htmlFor={ids.text} className={styles.label}>
        {t("notes.write")}
      </label>
      <Input.TextArea
        id={ids.text}
        value={note.content}
        maxLength={2000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder={t("notes.placeholder")}
        onChange={({ target }) => setNote({ ...note, content: target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) save();
        }}
      />
      <div className={styles.formRow}>
        <div>
          <label htmlFor={ids.result} className={styles.label}>
            {t("fields.result")}
          </label>
          <Select
            id={ids.result}
            className={styles.control ?? ""}
            value={note.result}
            allowClear
            placeholder={t("choose")}
            options={(results ?? []).map((item) => ({ value: item.recordID, label: item.name }))}
            onChange={(result) => setNote({ ...note, result: result ?? null })}
          />
        </div>
        <div>
          <label htmlFor={ids.next} className={styles.label}>
            {t("fields.nextContactDate")}
          </label>
          <Input
            id={ids.next}
            type="date"
            value={note.nextContactDate}
            onChange={({ target }) => setNote({ ...note, nextContactDate: target.value })}
          />
        </div>
      </div>
      <div className={styles.send}>
        {add.error !== null && (
          <span role="alert" className={styles.problem}>
            {add.error}
          </span>
        )}
        <Button htmlType="submit" loading={add.isPending} disabled={!written}>
          {t("notes.add")}
        </Button>
      </div>
    </form>
  );
}

function newId(): RecordId {
  return RecordId.parse(v7());
}
