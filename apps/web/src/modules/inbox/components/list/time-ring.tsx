import type { ConversationRow } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dateTimeText, lengthOf } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import { useRelativeText } from "#ui/time/use-relative-text.ts";
import { replyWindow } from "../../rules/composer/reply-window.ts";
import styles from "./conversation-rows.module.css";

/**
 * The time of the last message, or how long the customer has waited, in a thin ring that shrinks as the time to reply runs
 * out.
 */
export function TimeRing({ row }: { row: ConversationRow }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const now = useNow();
  const relative = useRelativeText();
  const wait = useWaitText();
  if (!row.lastMessageTime) return <span />;
  const { state, share } = replyWindow(row, now);
  const until = row.windowEndsAt ? dateTimeText(row.windowEndsAt, view) : "";
  const { waitingSince } = row;
  const last = dateTimeText(row.lastMessageTime, view);
  const at = waitingSince ? t("list.waitingSince", { at: dateTimeText(waitingSince, view) }) : last;
  return (
    <time
      className={laid("hint number fixed relative", styles.ring)}
      dateTime={waitingSince ?? row.lastMessageTime}
      data-state={state}
      data-waits={waitingSince !== null || undefined}
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
      {waitingSince ? wait(waitingSince) : relative(row.lastMessageTime)}
    </time>
  );
}

/** Formats a waiting time: "等 5 分鐘", "等 3 小時", "等 2 天". */
function useWaitText(): (since: string) => string {
  const { t } = useTranslation("inbox");
  const now = useNow();
  return (since) => {
    const { unit, count } = lengthOf(now.getTime() - new Date(since).getTime());
    return count === 0 ? t("wait.now") : t(`wait.${unit}`, { count });
  };
}
