import { PaperClipOutlined, SendOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button, Input } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { type ClipboardEvent, type KeyboardEvent, use, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { draftOf, keepDraft } from "../../api/drafts.ts";
import { send } from "../../api/outgoing.ts";
import { pickable } from "../../rules/attachments.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { AttachmentTray } from "./attachment-tray.tsx";
import styles from "./composer.module.css";
import { EmojiPicker } from "./emoji-picker.tsx";
import { FocusAtOnce } from "./focus-at-once.ts";
import { QuoteBar } from "./quote-bar.tsx";
import type { Attachments } from "./use-attachments.ts";

interface WritingPlaceProps {
  card: ConversationCard;
  attachments: Attachments;
  quoted: ShownMessage | null;
  onUnquote: () => void;
  onSent: () => void;
}

const maxLength = 4096;

/** Where a message is written: Enter sends, Shift and Enter begin a line, files come by button, paste or drop. */
export function WritingPlace({ card, attachments, quoted, onUnquote, onSent }: WritingPlaceProps) {
  const { t } = useTranslation("inbox");
  const { conversationId, leadId } = card;
  const [text, setText] = useState(() => draftOf(conversationId));
  const area = useRef<TextAreaRef>(null);
  const picker = useRef<HTMLInputElement>(null);
  const focusAtOnce = use(FocusAtOnce);
  useEffect(() => keepDraft(conversationId, text), [conversationId, text]);
  // Not where a keyboard would come up and hide the conversation.
  useEffect(() => {
    if (focusAtOnce && matchMedia("(hover: hover)").matches) area.current?.focus();
  }, [focusAtOnce]);
  useEffect(() => {
    if (quoted) area.current?.focus();
  }, [quoted]);

  const words = text.trim();
  const maySend = words !== "" || attachments.files.length > 0;
  const handleSend = () => {
    if (!maySend) return;
    send({ conversationId, leadId, text: words, files: attachments.take(), quoted: quoted && quoteOf(quoted) });
    setText("");
    onUnquote();
    onSent();
    area.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    handleSend();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    attachments.add(files);
  };
  const handleEmoji = (emoji: string) => {
    const field = area.current?.resizableTextArea?.textArea;
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
    setText(`${text.slice(0, from)}${emoji}${text.slice(to)}`.slice(0, maxLength));
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(from + emoji.length, from + emoji.length);
    });
  };

  return (
    <>
      {quoted && <QuoteBar quoted={quoted} customer={card.nickname} onRemove={onUnquote} />}
      <AttachmentTray files={attachments.files} onRemove={attachments.remove} />
      <div className={styles.writing}>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={pickable}
          onChange={({ target }) => {
            attachments.add([...(target.files ?? [])]);
            target.value = "";
          }}
        />
        <Button
          type="text"
          icon={<PaperClipOutlined />}
          aria-label={t("composer.attach")}
          title={t("composer.attach")}
          onClick={() => picker.current?.click()}
        />
        <EmojiPicker onPick={handleEmoji} />
        <Input.TextArea
          ref={area}
          className={styles.text}
          variant="borderless"
          value={text}
          maxLength={maxLength}
          autoSize={{ minRows: 1, maxRows: 8 }}
          placeholder={t(attachments.files.length > 0 ? "composer.caption" : "composer.write")}
          aria-label={t("composer.write")}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={handleKey}
          onPaste={handlePaste}
        />
        <Button
          type="primary"
          icon={<SendOutlined />}
          disabled={!maySend}
          aria-label={t("composer.send")}
          title={t("composer.send")}
          onClick={handleSend}
        />
      </div>
    </>
  );
}

function quoteOf({ messageId, text, direction }: ShownMessage) {
  return { messageId, text, direction };
}
