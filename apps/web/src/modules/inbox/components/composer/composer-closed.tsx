import { ClockCircleOutlined, LockOutlined, StopOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import type { ComposerState } from "../../rules/composer-state.ts";
import { reasonKey } from "../../rules/message-state.ts";
import styles from "./composer.module.css";
import { ResumeChannel } from "./resume-channel.tsx";
import { TemplateButton } from "./template-button.tsx";

interface ComposerClosedProps {
  card: ConversationCard;
  state: Exclude<ComposerState, "open">;
  onSent: () => void;
}

const icons = {
  noPermission: LockOutlined,
  stopped: StopOutlined,
  blocked: StopOutlined,
  neverWrote: ClockCircleOutlined,
  over: ClockCircleOutlined,
} as const;

/** Why nothing can be written to the customer now, and what can be done. */
export function ComposerClosed({ card, state, onSent }: ComposerClosedProps) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { channel, windowEndsAt } = card;
  const Shape = icons[state];
  const at = windowEndsAt ? dateTimeText(windowEndsAt, view) : "";
  const needsTemplate = state === "over" || state === "neverWrote";
  return (
    <div className={styles.closed} role="note">
      <Shape className={styles.closedIcon} aria-hidden />
      <div className={styles.closedWords}>
        <p className={styles.closedTitle}>{t(`closed.${state}.title`, { channel: channel.name })}</p>
        {state === "stopped" && <p>{t(`reason.${reasonKey(channel.stoppedReason ?? "")}`)}</p>}
        <p>{t(`closed.${state}.detail`, { at })}</p>
      </div>
      {state === "stopped" && <ResumeChannel channelId={channel.channelId} conversationId={card.conversationId} />}
      {needsTemplate && <TemplateButton card={card} onSent={onSent} />}
    </div>
  );
}
