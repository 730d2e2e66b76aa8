import type { AssistantEvent } from "@homeroom/contract/chat-assistant";
import type { ConversationEvent } from "@homeroom/contract/chat-states";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText, timeText } from "#platform/dates.ts";
import type { ThreadEvent } from "../../rules/thread-events.ts";
import styles from "./conversation-pane.module.css";

/** An action on the conversation, with person and time, centred between the messages. */
export function EventLine({ event }: { event: ThreadEvent }) {
  const view = useDateView();
  const { createTime } = event;
  return (
    <p className={styles.system}>
      {"agent" in event ? <AssistantWords event={event} /> : <StateWords event={event} />} ·{" "}
      <time dateTime={createTime}>{timeText(createTime, view)}</time>
    </p>
  );
}

function StateWords({ event }: { event: ConversationEvent }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { kind, actor, until, result, cause } = event;
  const name = actor?.nickname ?? t("states.someone");
  const words = {
    closed: () => t(result ? "states.closedWith" : "states.closedBy", { name, result }),
    snoozed: () => t("states.snoozedBy", { name, until: until ? minuteText(until, view) : "" }),
    reopened: () => t(`states.reopened.${cause ?? "staff"}`, { name }),
  };
  return words[kind]();
}

function AssistantWords({ event }: { event: AssistantEvent }) {
  const { t } = useTranslation("inbox");
  const { kind, agent, reason } = event;
  return t(`assistant.line.${kind}`, { name: agent, reason: reason === "" ? "" : t(`assistant.reason.${reason}`) });
}
