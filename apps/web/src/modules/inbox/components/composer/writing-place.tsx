import { CloseOutlined } from "@ant-design/icons";
import type { ChannelKind, ConversationCard } from "@homeroom/contract/chat";
import { longestCaption, maxMessageLength } from "@homeroom/contract/chat-caption";
import type { RecordId } from "@homeroom/contract/ids";
import type { QuickReply } from "@homeroom/contract/quick-replies";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fillVariables, ReplyPicker, type ReplyPickerHandle } from "#modules/quick-replies/public.ts";
import { useUser } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { newId } from "#platform/ids.ts";
import { usePreference } from "#platform/preferences.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import { GrowingText } from "#ui/text-area/growing-text.tsx";
import { useGivenBack } from "../../api/given-back.ts";
import { send } from "../../api/outgoing.ts";
import { scheduleMessage } from "../../api/scheduled.ts";
import { captionedFile, sendTypeOf } from "../../rules/composer/attachments.ts";
import { variablesOf } from "../../rules/composer/template-values.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { domainOfFirstLink } from "../../rules/text-parts.ts";
import { AttachmentTray } from "./attachment-tray.tsx";
import styles from "./composer.module.css";
import { PlaceButton, ProductButton, StickerButton } from "./inserts/insert-buttons.tsx";
import { TemplateButton } from "./inserts/template-button.tsx";
import { VoiceRecorder } from "./inserts/voice-recorder.tsx";
import { ScheduleDialog } from "./lazy-dialogs.ts";
import { SendButton } from "./send-button.tsx";
import { Tools } from "./tools.tsx";
import type { Attachments } from "./use-attachments.ts";
import { useWriting } from "./use-writing.ts";

interface WritingPlaceProps {
  /** The card for the chosen channel. */
  card: ConversationCard;
  /** Nothing can be sent any more; the typed text stays and can be edited. */
  closed?: boolean;
  /** Set if the customer has several. */
  channel: ConversationCard["channel"]["channelId"] | null;
  attachments: Attachments;
  quoted: ShownMessage | null;
  onUnquote: () => void;
  onSent: () => void;
  onNote: () => void;
}

/** From this length on, the number of remaining characters is shown. */
const nearLimit = 3600;

/** The message field: keys send it, files are added by button, paste or drop, `/` opens the quick replies. */
export function WritingPlace(props: WritingPlaceProps) {
  const { card, closed = false, channel, attachments, quoted, onUnquote, onSent, onNote } = props;
  const { conversationId, leadId } = card;
  const area = useRef<TextAreaRef>(null);
  const picker = useRef<ReplyPickerHandle>(null);
  const writing = useWriting(conversationId, area);
  const { text, setText, focus } = writing;
  const [recording, setRecording] = useState(false);
  const [scheduling, setScheduling] = useState(false);
  const replies = useReplies(props, writing, picker);
  useGivenBack(conversationId, ({ text: words, files }) => {
    setText((now) => [words, now].filter(Boolean).join("\n").slice(0, maxMessageLength));
    attachments.add(files);
    focus();
  });
  useEffect(() => {
    if (quoted) area.current?.focus();
  }, [quoted]);

  const words = text.trim();
  const maySend = !closed && !attachments.preparing && (words !== "" || attachments.files.length > 0);
  const clear = () => {
    setText("");
    onUnquote();
    focus();
  };
  const handleSend = () => {
    if (!maySend) return;
    const draft = { conversationId, leadId, channel, channelKind: card.channel.kind, text: words };
    send({ ...draft, files: attachments.take(), quoted: quoted && quoteOf(quoted) });
    clear();
    onSent();
  };

  return (
    <>
      {replies.words !== null && (
        <Suspense>
          <ReplyPicker ref={picker} words={replies.words} onPick={replies.take} onClose={replies.close} />
        </Suspense>
      )}
      {quoted && (
        <QuoteBar
          quoted={quoted}
          customer={card.nickname}
          unseen={card.channel.kind === "line" && quoted.details.quotable !== true}
          onRemove={onUnquote}
        />
      )}
      <AttachmentTray files={attachments.files} onRemove={attachments.remove} channelKind={card.channel.kind} />
      {recording && (
        <VoiceRecorder
          channelKind={card.channel.kind}
          onUse={(file) => attachments.add([file])}
          onClose={() => setRecording(false)}
        />
      )}
      <Field area={area} writing={writing} attachments={attachments} onSend={handleSend} onKey={replies.handleKey} />
      <Hints text={text} files={attachments.files} channelKind={card.channel.kind} />
      <div className={laid("apart gap4", styles.bar)}>
        <Tools
          onFiles={attachments.add}
          onEmoji={writing.insert}
          onReplies={replies.open}
          onVoice={() => setRecording(true)}
          onNote={onNote}
        >
          {!closed && <Inserts {...props} />}
          <TemplateButton card={card} onSent={onSent} compact />
        </Tools>
        <SendButton disabled={!maySend} onSend={handleSend} onSchedule={() => setScheduling(true)} />
      </div>
      {scheduling && <Schedule {...props} words={words} onDone={clear} onClose={() => setScheduling(false)} />}
    </>
  );
}

/** What can be sent besides text, within the same window. */
function Inserts({ card, channel, onSent }: WritingPlaceProps) {
  return (
    <>
      <StickerButton card={card} channel={channel} onSent={onSent} />
      <PlaceButton card={card} channel={channel} onSent={onSent} />
      <ProductButton card={card} onSent={onSent} />
    </>
  );
}

type Writing = ReturnType<typeof useWriting>;

interface FieldProps {
  area: RefObject<TextAreaRef | null>;
  writing: Writing;
  attachments: Attachments;
  onSend: () => void;
  /** Returns whether the quick replies handled the key. */
  onKey: (event: KeyboardEvent) => boolean;
}

function Field({ area, writing, attachments, onSend, onKey }: FieldProps) {
  const { t } = useTranslation("inbox");
  const [byModEnter] = usePreference("sendByModEnter");
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || onKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    const mod = event.ctrlKey || event.metaKey;
    if (mod !== byModEnter && !mod) return;
    event.preventDefault();
    onSend();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    attachments.add(files);
  };
  return (
    <GrowingText
      ref={area}
      className={styles.text}
      variant="borderless"
      value={writing.text}
      maxLength={maxMessageLength}
      minRows={1}
      maxRows={8}
      placeholder={t(attachments.files.length > 0 ? "composer.caption" : "composer.write")}
      aria-label={t("composer.write")}
      onChange={({ target }) => writing.setText(target.value)}
      onKeyDown={handleKey}
      onPaste={handlePaste}
    />
  );
}

interface HintsProps {
  text: string;
  files: Attachments["files"];
  channelKind: ChannelKind;
}

function Hints({ text, files, channelKind }: HintsProps) {
  const { t } = useTranslation("composer");
  const isTooLong = isTooLongForFiles(files, text, channelKind);
  const domain = channelKind === "whatsapp" ? domainOfFirstLink(text) : null;
  if (!domain && !isTooLong && text.length < nearLimit) return null;
  return (
    <p className={laid("small flexBox gap12 pad0x12 leading18")}>
      {domain && <span>{t("tools.link", { domain })}</span>}
      {isTooLong && <span role="status">{t("tools.wordsApart")}</span>}
      {text.length >= nearLimit && (
        <span className={laid("warning figures push")} role="status">
          {t("tools.left", { count: maxMessageLength - text.length })}
        </span>
      )}
    </p>
  );
}

/** Whether the text is only too long to be a caption of the files. */
function isTooLongForFiles(files: Attachments["files"], text: string, channelKind: ChannelKind): boolean {
  const captioned = (words: string) => captionedFile(files, { text: words, channelKind });
  return captioned("") >= 0 && captioned(text.trim()) < 0;
}

const slashWords = /^\/([^\n]{0,40})$/;

/** The quick replies over the field: opened by `/` at its beginning or by their button. */
function useReplies(
  { card, attachments }: WritingPlaceProps,
  { text, setText, focus, insert }: Writing,
  picker: RefObject<ReplyPickerHandle | null>,
) {
  const { t } = useTranslation("composer");
  const { failed } = useFeedback();
  const user = useUser();
  const [byButton, setByButton] = useState(false);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const typed = slashWords.exec(text)?.[1];
  const words = typed !== undefined && closedAt !== text ? typed : byButton ? "" : null;
  const close = () => {
    setByButton(false);
    setClosedAt(text);
    focus();
  };
  const take = async (reply: QuickReply) => {
    const said = fillVariables(reply.content, variablesOf(card, user)).slice(0, maxMessageLength);
    if (typed === undefined) insert(said);
    else setText(said);
    setByButton(false);
    focus();
    try {
      await attachments.addFetched(filesOf(reply));
    } catch {
      failed(t("tools.replyProblem"));
    }
  };
  return {
    words,
    close,
    take: (reply: QuickReply) => void take(reply),
    open: () => {
      setClosedAt(null);
      setByButton(true);
      focus();
    },
    handleKey: (event: KeyboardEvent) => {
      if (words === null) return false;
      if (picker.current) return picker.current.handleKey(event);
      // The list is still loading: the typed search text is not a message yet.
      if (event.key !== "Enter") return false;
      event.preventDefault();
      return true;
    },
  };
}

/** The picture and the document of a reply, attached as if picked from the disk. */
async function filesOf({ image, file }: QuickReply): Promise<File[]> {
  const wanted = [...(image ? [{ url: image, name: "picture" }] : []), ...(file ? [file] : [])];
  return Promise.all(
    wanted.map(async ({ url, name }) => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`A file of a quick reply was answered with ${answer.status}`);
      const content = await answer.blob();
      return new File([content], name, { type: content.type });
    }),
  );
}

interface ScheduleProps extends WritingPlaceProps {
  words: string;
  onDone: () => void;
  onClose: () => void;
}

function Schedule({ card, channel, attachments, quoted, words, onDone, onClose }: ScheduleProps) {
  const { t } = useTranslation("composer");
  const { done } = useFeedback();
  const view = useDateView();
  const [scheduledId] = useState(() => newId<RecordId>());
  const { conversationId, leadId, windowEndsAt } = card;
  const save = async ({ sendAt }: { sendAt: Date }) => {
    if (attachments.files.length > 1) throw new Error(t("schedule.oneFile"));
    const [file = null] = attachments.files;
    // It is a single message, so the text cannot follow as another.
    if (file && words.length > longestCaption(card.channel.kind, sendTypeOf(file.content.type)))
      throw new Error(t("schedule.wordsApart"));
    const what = { conversationId, leadId, scheduledId, channel, text: words, file, sendAt };
    await scheduleMessage({ ...what, quotedId: quoted?.messageId ?? null });
    attachments.take();
    onDone();
    done(t("schedule.done", { at: minuteText(sendAt, view) }));
  };
  return (
    <Suspense>
      <ScheduleDialog sendAt={null} windowEndsAt={windowEndsAt} onSave={save} onClose={onClose} />
    </Suspense>
  );
}

function quoteOf({ messageId, text, direction }: ShownMessage) {
  return { messageId, text, direction };
}

interface QuoteBarProps {
  quoted: ShownMessage;
  customer: string;
  /** The provider cannot show the quote: the customer sees only the reply. */
  unseen: boolean;
  onRemove: () => void;
}

/** The message being replied to. */
function QuoteBar({ quoted, customer, unseen, onRemove }: QuoteBarProps) {
  const { t } = useTranslation("inbox");
  const who = quoted.direction === "in" ? customer : t("message.us");
  return (
    <div className={laid("row lineBelow", styles.quote)}>
      <p className={laid("grow text13 leading20", styles.quoteWords)}>
        <b className={laid("text12 ink")}>{t("composer.replyingTo", { name: who })}</b>
        <span>{quoted.text || t(`kind.${quoted.kind}`)}</span>
        {unseen && <em className={styles.quoteUnseen}>{t("composer.quoteUnseen")}</em>}
      </p>
      <SmallIconButton icon={<CloseOutlined />} label={t("composer.removeQuote")} onClick={onRemove} />
    </div>
  );
}
