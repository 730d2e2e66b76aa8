import type { MessageId } from "@homeroom/contract/ids";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText, timeText } from "#platform/dates.ts";
import { productOf } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "./bubble.module.css";
import { MessageBody } from "./message-body.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { MessageProblem } from "./message-problem.tsx";
import { QuotedBlock } from "./quoted-block.tsx";
import { ReferralCard } from "./referral-card.tsx";
import { Ticks } from "./ticks.tsx";

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

/** One message: ours tinted on the right, theirs grey on the left, with everything that belongs to it. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { message, startsRun, marked, customer, viewer, maySend, onQuote, onJump } = props;
  const { t } = useTranslation("inbox");
  const { direction, sender, reactions } = message;
  const who = direction === "in" ? customer : (sender?.nickname ?? t("message.us"));
  const isOthers = direction === "out" && sender !== null && sender.accountID !== viewer;
  const product = productOf(message.details);
  const bare = message.kind === "sticker" && !message.revokedAt && message.file?.url != null;

  return (
    <article
      className={styles.line}
      data-direction={direction}
      data-starts-run={startsRun || undefined}
      aria-label={t("message.from", { name: who })}
    >
      {startsRun && isOthers && <p className={styles.sender}>{sender.nickname}</p>}
      <div className={styles.row}>
        <div className={styles.bubble} data-bare={bare || undefined} data-marked={marked || undefined}>
          {message.forwarded && <span className={styles.flag}>{t("message.forwarded")}</span>}
          {message.referral && <ReferralCard referral={message.referral} />}
          {product && <span className={styles.flag}>{t("message.aboutProduct", { product })}</span>}
          {message.quoted && <QuotedBlock quoted={message.quoted} customer={customer} onJump={onJump} />}
          <MessageBody message={message} />
          <Meta message={message} />
        </div>
        <MessageMenu message={message} mayQuote={maySend && !message.outgoing} onQuote={onQuote} />
      </div>
      {reactions.length > 0 && (
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
      )}
      <MessageProblem message={message} mayRetry={maySend} />
    </article>
  );
});

function Meta({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { sentAt, editedAt, revokedAt, direction, state } = message;
  return (
    <span className={styles.meta}>
      {editedAt && !revokedAt && <span title={dateTimeText(editedAt, view)}>{t("message.edited")}</span>}
      <time dateTime={sentAt} title={dateTimeText(sentAt, view)}>
        {timeText(sentAt, view)}
      </time>
      {direction === "out" && <Ticks state={state} />}
    </span>
  );
}
