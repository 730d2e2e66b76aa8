import type { ConversationEvent } from "@homeroom/contract/chat-states";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText, timeText } from "#platform/dates.ts";
import styles from "./conversation-pane.module.css";

/** What was done with the conversation, by whom and when, centred between what people said. */
export function EventLine({ event }: { event: ConversationEvent }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { kind, actor, until, result, cause, createTime } = event;
  const name = actor?.nickname ?? t("states.someone");
  const words = {
    closed: () => t(result ? "states.closedWith" : "states.closedBy", { name, result }),
    snoozed: () => t("states.snoozedBy", { name, until: until ? dateTimeText(until, view).slice(0, 16) : "" }),
    reopened: () => t(`states.reopened.${cause ?? "staff"}`, { name }),
  };
  return (
    <p className={styles.system}>
      {words[kind]()} · <time dateTime={createTime}>{timeText(createTime, view)}</time>
    </p>
  );
}
