import type { ConversationRow } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { useRelativeText } from "#ui/time/use-relative-text.ts";
import { replyWindow } from "../../rules/composer/reply-window.ts";
import styles from "./conversation-rows.module.css";

/** When something was last said, in a thin ring that shrinks as the time to reply runs out. */
export function TimeRing({ row }: { row: ConversationRow }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const now = useNow();
  const relative = useRelativeText();
  if (!row.lastMessageTime) return <span />;
  const { state, share } = replyWindow(row, now);
  const until = row.windowEndsAt ? dateTimeText(row.windowEndsAt, view) : "";
  const at = dateTimeText(row.lastMessageTime, view);
  return (
    <time
      className={styles.ring}
      dateTime={row.lastMessageTime}
      data-state={state}
      title={row.channel.kind === "line" ? at : `${at} · ${t(`window.${state}`, { until })}`}
    >
      {(state === "open" || state === "short") && (
        <svg aria-hidden>
          <rect className={styles.track} width="100%" height="100%" rx="10" />
          <rect
            className={styles.left}
            width="100%"
            height="100%"
            rx="10"
            pathLength={100}
            strokeDasharray={`${Math.max(2, share * 100)} 100`}
          />
        </svg>
      )}
      {relative(row.lastMessageTime)}
    </time>
  );
}
