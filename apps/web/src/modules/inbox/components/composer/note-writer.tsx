import type { MentionOption } from "@homeroom/contract/chat-composer";
import type { ConversationId } from "@homeroom/contract/ids";
import { Button, Mentions } from "antd";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { writtenSince } from "#platform/written-since.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import type { NoteDraft } from "../../api/drafts.ts";
import { colleaguesToMention } from "../../api/message-actions.ts";
import { type Colleague, mentionedIn } from "../../rules/composer/mentions.ts";
import styles from "./note-writer.module.css";

interface NoteWriterProps {
  conversationId: ConversationId;
  initial?: { text: string; mentions: readonly Colleague[] };
  /** False if the writer moved elsewhere while it was loading. */
  takesKeyboard?: boolean;
  verb: string;
  onSave: (note: { content: string; mentions: Colleague["accountID"][] }) => Promise<void>;
  onClose: () => void;
  /** Called with the text while it is typed. */
  onDraft?: (draft: NoteDraft) => void;
}

const maxLength = 2000;

/** The editor of a note for colleagues; @ offers colleagues with access to the conversation. */
export function NoteWriter(props: NoteWriterProps) {
  const { conversationId, initial, takesKeyboard = true, verb, onSave, onClose, onDraft } = props;
  const { t } = useTranslation("composer");
  const { failed } = useFeedback();
  const [text, setText] = useState(initial?.text ?? "");
  const latest = useRef(text);
  const change = (next: string) => {
    latest.current = next;
    setText(next);
  };
  const [picked, setPicked] = useState<readonly Colleague[]>(initial?.mentions ?? []);
  const [busy, setBusy] = useState(false);
  useEffect(() => onDraft?.({ text, mentions: picked }), [onDraft, text, picked]);
  const { people, search } = useColleagues(conversationId);
  const area = useRef<HTMLDivElement>(null);
  useKeyboardAtFirst(area, takesKeyboard);

  const save = async () => {
    const content = text.trim();
    if (content === "" || busy) return;
    setBusy(true);
    try {
      await onSave({ content, mentions: mentionedIn(content, picked) });
      if (latest.current === text) return onClose();
      // More was typed meanwhile: the new part is another note, or another change of this one.
      if (!onDraft) return;
      change(writtenSince(text, latest.current));
      onDraft({ text: latest.current, mentions: picked });
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.stopPropagation();
      onClose();
    }
  };

  return (
    <div ref={area} className={styles.note}>
      <Mentions
        value={text}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={maxLength}
        variant="borderless"
        placement="top"
        filterOption={false}
        options={people.map(({ accountID, name, nickname, detail }) => ({
          key: accountID,
          value: name,
          label: (
            <span className={styles.colleague}>
              {nickname} <small>{detail}</small>
            </span>
          ),
        }))}
        notFoundContent={t("note.nobody")}
        placeholder={t("note.placeholder")}
        aria-label={t("note.title")}
        onSearch={search}
        onSelect={({ value }) => {
          const named = people.find(({ name }) => name === value);
          if (named) setPicked((now) => [...now, { accountID: named.accountID, nickname: named.name }]);
        }}
        onChange={change}
        onKeyDown={handleKey}
      />
      <p className={laid("rowWrap pad4")}>
        <span className={laid("small leading18 flex1", styles.hint)}>{t("note.hint")}</span>
        <Button size="small" onClick={onClose}>
          {t("note.cancel")}
        </Button>
        <Button size="small" type="primary" loading={busy} disabled={text.trim() === ""} onClick={() => void save()}>
          {verb}
        </Button>
      </p>
    </div>
  );
}

/** In the same step in which the field appears, and only once: the next key is a letter of the note. */
function useKeyboardAtFirst(area: RefObject<HTMLElement | null>, takes: boolean): void {
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const field = area.current?.querySelector("textarea");
    if (!takes || !field) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [area, takes]);
}

const pauseMilliseconds = 200;

/** The colleagues that match the text after the @. */
function useColleagues(conversationId: ConversationId) {
  const [people, setPeople] = useState<readonly MentionOption[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = useCallback(
    (words: string) => {
      clearTimeout(timer.current);
      asked.current += 1;
      const turn = asked.current;
      timer.current = setTimeout(() => {
        void colleaguesToMention(conversationId, words)
          .then((found) => turn === asked.current && setPeople(found))
          .catch(() => undefined);
      }, pauseMilliseconds);
    },
    [conversationId],
  );
  return { people, search };
}
