import { NotificationOutlined } from "@ant-design/icons";
import type { MessageRow } from "@homeroom/contract/chat";
import type { MessageId } from "@homeroom/contract/ids";
import { type MouseEvent, memo, type PointerEvent, use, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText, timeText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { productOf, referralOf } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { webAddress } from "../../rules/text-parts.ts";
import styles from "./bubble.module.css";
import { MessageActions } from "./message-actions.tsx";
import { MessageBody } from "./message-body.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { MessageProblem } from "./message-problem.tsx";
import { NoteBody } from "./note-body.tsx";
import { isGone, QuietLine } from "./quiet-line.tsx";
import { ReactionProblem } from "./reaction-problem.tsx";
import { SelectionBox } from "./selection-box.tsx";
import { Ticks } from "./ticks.tsx";
import { UndoLine } from "./undo-line.tsx";

const longMilliseconds = 500;
const stillPixels = 8;

/** Handlers for a long press with a finger. A mouse keeps its own menu. */
function useLongPress(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType === "mouse") return;
      from.current = { x, y };
      stop();
      timer.current = setTimeout(act, longMilliseconds);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > stillPixels) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    // The system's own menu would cover ours.
    onContextMenu: (event: MouseEvent) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === "touch") event.preventDefault();
    },
  };
}

export interface BubbleProps {
  message: ShownMessage;
  startsRun: boolean;
  /** Just jumped to. */
  marked: boolean;
  customer: string;
  /** The viewing account, whose own name is not shown. */
  viewer: string;
  maySend: boolean;
  onQuote: (message: ShownMessage) => void;
  onJump: (messageId: MessageId) => void;
}

/** One message: ours tinted on the right, theirs grey on the left, notes in amber; removed ones as a single line. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  return isGone(props.message) ? <QuietLine message={props.message} /> : <MessageContent {...props} />;
});

function MessageContent(props: BubbleProps) {
  const { message, startsRun, customer, viewer, maySend } = props;
  const { t } = useTranslation("inbox");
  const { direction, sender } = message;
  const choosing = use(MessageActions).selection?.chosen != null;
  const isMine = sender?.accountID === viewer;
  const who = direction === "in" ? customer : (sender?.nickname ?? t("message.us"));
  return (
    <article
      className={laid("column alignStart", styles.line)}
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

/** Our author, unless it is the viewer; automatic messages are marked as such. */
function Author({ message: { direction, sender, author, kind, details }, startsRun, viewer }: BubbleProps) {
  const { t } = useTranslation("composer");
  if (direction === "in") return null;
  if (details["fromPhone"]) return <p className={laid("small leading18", styles.sender)}>{t("author.phone")}</p>;
  if (author !== "staff")
    return startsRun && <p className={laid("small leading18", styles.sender)}>{t(`author.${author}`)}</p>;
  const isOthers = sender !== null && sender.accountID !== viewer;
  return isOthers && (startsRun || kind === "note") ? (
    <p className={laid("small leading18", styles.sender)}>{sender.nickname}</p>
  ) : null;
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
    <div className={laid("middle gap4 maxWide", styles.row)}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a long press and a larger target for selecting; mouse and keyboard have the menu's button and the checkbox */}
      <div
        className={laid("column gap4 round12 sunkenGround relative", styles.bubble)}
        data-bare={bare || undefined}
        data-marked={marked || undefined}
        {...press}
        onClickCapture={choosing ? handleChoose : undefined}
      >
        {message.forwarded && <span className={laid("small leading18")}>{t("message.forwarded")}</span>}
        {message.referral && <ReferralCard referral={message.referral} />}
        {product && <span className={laid("small leading18")}>{t("message.aboutProduct", { product })}</span>}
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
    <p className={laid("flexBox gap4 relative onTop", styles.reactions)}>
      {reactions.map(({ emoji, direction: side }) => (
        <span
          key={side}
          className={laid("frame pad0x6 leading22")}
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
    <span className={laid("middle quiet figures gap4", styles.meta)}>
      {channel && (
        <span className={laid("medium", styles.through)} title={channel.name}>
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

interface QuotedBlockProps {
  quoted: NonNullable<MessageRow["quoted"]>;
  customer: string;
  onJump: (messageId: MessageId) => void;
}

/** The quoted message; pressing it jumps to the original. */
function QuotedBlock({ quoted, customer, onJump }: QuotedBlockProps) {
  const { t } = useTranslation("inbox");
  const { messageId } = quoted;
  if (!messageId)
    return (
      <p className={laid("wide block round6 text13 leading20 textStart clip", styles.quoted)}>
        {t("message.quotedUnknown")}
      </p>
    );
  return (
    <button
      type="button"
      className={laid("wide block round6 text13 leading20 textStart clip", styles.quoted)}
      onClick={() => onJump(messageId)}
    >
      <span className={laid("strong block text12 leading18 textColour")}>
        {quoted.direction === "in" ? customer : t("message.us")}
      </span>
      <span className={laid("clamp2 breaking")}>{quoted.text || t("message.quotedFile")}</span>
    </button>
  );
}

/** The ad or post that the customer came from. Its picture is not loaded, since it is on a third party's server. */
function ReferralCard({ referral }: { referral: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("inbox");
  const { headline, body, sourceUrl, fromAd } = referralOf(referral);
  const href = webAddress(sourceUrl);
  return (
    <div className={laid("round8 surface", styles.referral)}>
      <p className={laid("small leading18")}>
        <NotificationOutlined aria-hidden /> {t(fromAd ? "message.fromAd" : "message.fromPost")}
      </p>
      {headline && <p className={layout.strong}>{headline}</p>}
      {body && <p className={laid("clip", styles.referralBody)}>{body}</p>}
      {href && (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {t(fromAd ? "message.openAd" : "message.openPost")}
        </a>
      )}
    </div>
  );
}
