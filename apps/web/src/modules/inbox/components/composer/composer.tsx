import { FormOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { ChannelId, MessageId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { type ComponentProps, type DragEvent, type ReactNode, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { useIntents } from "#platform/use-intents.ts";
import { laid } from "#ui/laid.ts";
import { draftOf, keepNoteDraft, type NoteDraft, noteDraftOf } from "../../api/drafts.ts";
import { addNote } from "../../api/message-actions.ts";
import { channelToName, throughChannel } from "../../rules/composer/channel-choice.ts";
import { type ComposerState, composerState } from "../../rules/composer/composer-state.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { useAskedByKey } from "../asked-by-key.ts";
import { ChannelChooser } from "./channel-chooser.tsx";
import styles from "./composer.module.css";
import { ComposerClosed } from "./composer-closed.tsx";
import { EarlyNote } from "./early-note.tsx";
import { focusComposer } from "./focus-composer.ts";
import { NoteWriter } from "./lazy-dialogs.ts";
import { ScheduledStrip } from "./scheduled-strip.tsx";
import { type Attachments, useAttachments } from "./use-attachments.ts";
import { WindowLine } from "./window-line.tsx";
import { WritingPlace } from "./writing-place.tsx";

interface ComposerProps {
  card: ConversationCard;
  quoted: ShownMessage | null;
  onUnquote: () => void;
  onSent: () => void;
}

/** The composer, or why nothing can be sent; notes for colleagues can be written either way. */
export function Composer(props: ComposerProps) {
  const { t } = useTranslation(["inbox", "composer"]);
  const attachments = useAttachments();
  const [channel, setChannel] = useState<ChannelId | null>(null);
  const [writesNote, setWritesNote] = useState(false);
  const card = throughChannel(props.card, channel);
  // With a clock in seconds, so that the end of the reply window is not missed.
  const state = composerState(card, useNow("second"));
  const { conversationId } = card;
  const keepsField = useKeepsField(state, () => draftOf(conversationId) !== "" || attachments.files.length > 0);
  useAskedByKey("note", conversationId, () => (writesNote ? focusComposer() : setWritesNote(true)));
  const chooser = <ChannelChooser card={props.card} chosen={channel} onChoose={setChannel} />;

  const intend = useIntents<MessageId>();
  const handleNoteDraft = useCallback((draft: NoteDraft) => keepNoteDraft(conversationId, draft), [conversationId]);
  const handleNote: ComponentProps<typeof NoteWriter>["onSave"] = async (note) => {
    await intend(note.content, (messageId) => addNote(conversationId, messageId, note));
    handleNoteDraft({ text: "", mentions: [] });
    props.onSent();
  };

  if (writesNote) {
    return (
      <div
        className={laid("fixed edged round12 surface relative", styles.composer)}
        data-note
        role="group"
        aria-label={t("composer:note.title")}
      >
        <EarlyNote draft={noteDraftOf(conversationId)} onDraft={handleNoteDraft}>
          {(draft, takesKeyboard) => (
            <NoteWriter
              conversationId={conversationId}
              initial={draft}
              takesKeyboard={takesKeyboard}
              verb={t("composer:note.add")}
              onSave={handleNote}
              onClose={() => setWritesNote(false)}
              onDraft={handleNoteDraft}
            />
          )}
        </EarlyNote>
      </div>
    );
  }
  return (
    <>
      <ScheduledStrip card={card} />
      {state !== "open" && !keepsField && (
        <div className={laid("row fixed justifyEnd", styles.closedBar)}>
          {chooser}
          <NoteButton onOpen={() => setWritesNote(true)} />
        </div>
      )}
      {state !== "open" && (
        <div role={keepsField ? "alert" : undefined} className={keepsField ? laid("below8") : undefined}>
          <ComposerClosed card={card} state={state} showsDraft={!keepsField} onSent={props.onSent} />
        </div>
      )}
      {(state === "open" || keepsField) && (
        <Open
          {...props}
          card={card}
          closed={state !== "open"}
          attachments={attachments}
          channel={channelToName(props.card, channel)}
          onNote={() => setWritesNote(true)}
        >
          {chooser}
        </Open>
      )}
    </>
  );
}

/**
 * Whether the field stays although nothing can be sent any more, because the person was typing when the time to reply ran
 * out. Without the field, the next keys would trigger shortcuts of the inbox.
 */
function useKeepsField(state: ComposerState, isWriting: () => boolean): boolean {
  const [seen, setSeen] = useState({ state, keeps: false });
  if (seen.state === state) return seen.keeps;
  const keeps = state !== "open" && (seen.keeps || (seen.state === "open" && isWriting()));
  setSeen({ state, keeps });
  return keeps;
}

interface OpenProps extends ComposerProps {
  closed: boolean;
  attachments: Attachments;
  channel: ChannelId | null;
  onNote: () => void;
  children: ReactNode;
}

/** The frame of the composer, onto which files can be dropped. */
function Open({ card, closed, quoted, onUnquote, onSent, attachments, channel, onNote, children }: OpenProps) {
  const { t } = useTranslation("inbox");
  const [over, setOver] = useState(false);
  const handleDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(event.type === "dragenter" || event.type === "dragover");
    if (event.type === "drop") attachments.add([...event.dataTransfer.files]);
  };
  return (
    <div
      className={laid("fixed edged round12 surface relative", styles.composer)}
      role="group"
      aria-label={t("composer.label")}
      data-over={over || undefined}
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrag}
    >
      {over && (
        <p className={laid("centre strong round12 surface ink absolute untouchable", styles.dropHere)}>
          {t("composer.drop")}
        </p>
      )}
      <WritingPlace {...{ card, closed, channel, attachments, quoted, onUnquote, onSent, onNote }} />
      <div className={laid("flexBox wrap alignStart", styles.foot)}>
        {children}
        <WindowLine card={card} />
      </div>
    </div>
  );
}

/** Opens the editor of notes for colleagues, even if the customer cannot be written to. */
function NoteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation("composer");
  return (
    <Button type="text" size="small" icon={<FormOutlined />} onClick={onOpen}>
      {t("note.open")}
    </Button>
  );
}
