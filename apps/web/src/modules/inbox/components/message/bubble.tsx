import type { MessageId } from "@homeroom/contract/ids";
import { type MouseEvent, memo, use, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText, timeText } from "#platform/dates.ts";
import { productOf } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./bubble.module.css";
import { MessageActions } from "./message-actions.tsx";
import { MessageBody } from "./message-body.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { MessageProblem } from "./message-problem.tsx";
import { NoteBody } from "./note-body.tsx";
import { isGone, QuietLine } from "./quiet-line.tsx";
import { QuotedBlock } from "./quoted-block.tsx";
import { ReactionProblem } from "./reaction-problem.tsx";
import { ReferralCard } from "./referral-card.tsx";
import { SelectionBox } from "./selection-box.tsx";
import { Ticks } from "./ticks.tsx";
import { UndoLine } from "./undo-line.tsx";
import { useLongPress } from "./use-long-press.ts";

export interface BubbleProps {
  message: ShownMessage;
  startsRun: boolean;
  /** Just jumped to. */
  marked: boolean;
  customer: string;
  /** The account that looks at it: its own name is not shown to it. */
  viewer: string;
  maySend: boolean;
  onQuote: (message: ShownMessage) => void;
  onJump: (messageId: MessageId) => void;
}

/** One message: ours tinted on the right, theirs grey on the left, notes in amber; of what is gone only a line. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  return isGone(props.message) ? <QuietLine message={props.message} /> : <Said {...props} />;
});

function Said(props: BubbleProps) {
  const { message, startsRun, customer, viewer, maySend } = props;
  const { t } = useTranslation("inbox");
  const { direction, sender } = message;
  const choosing = use(MessageActions).selection?.chosen != null;
  const isMine = sender?.accountID === viewer;
  const who = direction === "in" ? customer : (sender?.nickname ?? t("message.us"));
  return (
    <article
      className={styles.line}
      data-direction={direction}
      data-note={message.kind === "note" || undefined}
      data-starts-run={startsRun || undefined}
      data-choosing={choosing || undefined}
      aria-label={t("message.from", { name: who })}
    >
      {choosing && <SelectionBox message={message} />}
      <Author {...props} />
      <Row {...props} isMine={isMine} />
      <Reactions message={message} />
      <ReactionProblem message={message} />
      {message.undoUntil && isMine && <UndoLine message={message} until={message.undoUntil} onQuote={props.onQuote} />}
      <MessageProblem message={message} mayRetry={maySend} />
    </article>
  );
}

/** Who of ours said it, unless the reader did; what speaks by itself says so. */
function Author({ message: { direction, sender, author, kind, details }, startsRun, viewer }: BubbleProps) {
  const { t } = useTranslation("composer");
  if (direction === "in") return null;
  if (details["fromPhone"]) return <p className={styles.sender}>{t("author.phone")}</p>;
  if (author !== "staff") return startsRun && <p className={styles.sender}>{t(`author.${author}`)}</p>;
  const isOthers = sender !== null && sender.accountID !== viewer;
  return isOthers && (startsRun || kind === "note") ? <p className={styles.sender}>{sender.nickname}</p> : null;
}

function Row(props: BubbleProps & { isMine: boolean }) {
  const { message, marked, customer, maySend, isMine, onQuote, onJump } = props;
  const { t } = useTranslation("inbox");
  const [menu, setMenu] = useState(false);
  const [editing, setEditing] = useState(false);
  const { selection } = use(MessageActions);
  const choosing = selection?.chosen != null;
  const press = useLongPress(() => setMenu(!choosing));
  const product = productOf(message.details);
  const handleChoose = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    selection?.toggle(message);
  };
  const bare = message.kind === "sticker" && !message.revokedAt && message.file?.url != null;
  return (
    <div className={styles.row}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a long press, and a larger place to choose it by; mouse and keyboard have the menu's button and the box */}
      <div
        className={styles.bubble}
        data-bare={bare || undefined}
        data-marked={marked || undefined}
        {...press}
        onClickCapture={choosing ? handleChoose : undefined}
      >
        {message.forwarded && <span className={styles.flag}>{t("message.forwarded")}</span>}
        {message.referral && <ReferralCard referral={message.referral} />}
        {product && <span className={styles.flag}>{t("message.aboutProduct", { product })}</span>}
        {message.quoted && <QuotedBlock quoted={message.quoted} customer={customer} onJump={onJump} />}
        {message.kind === "note" ? (
          <NoteBody message={message} editing={editing} onEdited={() => setEditing(false)} />
        ) : (
          <MessageBody message={message} />
        )}
        <Meta message={message} />
      </div>
      {!choosing && (
        <MessageMenu
          message={message}
          mayQuote={maySend && !message.outgoing}
          isMine={isMine}
          open={menu}
          onOpenChange={setMenu}
          onQuote={onQuote}
          onEditNote={() => setEditing(true)}
        />
      )}
    </div>
  );
}

function Reactions({ message: { reactions } }: Pick<BubbleProps, "message">) {
  const { t } = useTranslation("inbox");
  if (reactions.length === 0) return null;
  return (
    <p className={styles.reactions}>
      {reactions.map(({ emoji, direction: side }) => (
        <span
          key={side}
          className={styles.reaction}
          title={t(side === "in" ? "message.theirReaction" : "message.ourReaction")}
        >
          {emoji}
        </span>
      ))}
    </p>
  );
}

const channelNames = { whatsapp: "WhatsApp", line: "LINE" } as const;

function Meta({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { channelOf } = use(MessageActions);
  const { sentAt, editedAt, revokedAt, direction, state, kind } = message;
  const channel = kind === "note" ? null : channelOf(message);
  return (
    <span className={styles.meta}>
      {channel && (
        <span className={styles.through} title={channel.name}>
          {channelNames[channel.kind]}
        </span>
      )}
      {editedAt && !revokedAt && <span title={dateTimeText(editedAt, view)}>{t("message.edited")}</span>}
      <time dateTime={sentAt} title={dateTimeText(sentAt, view)}>
        {timeText(sentAt, view)}
      </time>
      {direction === "out" && kind !== "note" && <Ticks state={state} />}
    </span>
  );
}
