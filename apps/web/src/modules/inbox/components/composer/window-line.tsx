import { ClockCircleOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { countdownText, dateTimeText } from "#platform/dates.ts";
import { replyWindow } from "../../rules/reply-window.ts";
import styles from "./composer.module.css";
import { LineLine } from "./line-line.tsx";

/** How long one may still answer, in one quiet line. */
export function WindowLine({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const now = useNow("second");
  if (card.channel.kind === "line") return <LineLine card={card} />;
  const left = card.windowEndsAt && countdownText(card.windowEndsAt, now);
  if (!card.windowEndsAt || !left) return null;
  const { state } = replyWindow(card, now);
  return (
    <p className={styles.window} data-state={state} title={dateTimeText(card.windowEndsAt, view)}>
      <ClockCircleOutlined aria-hidden />
      <span>{t(card.adWindow ? "composer.adWindow" : "composer.window", { left })}</span>
      {card.gptStatus === 1 && <span>· {t("composer.gptStops")}</span>}
      <span className={styles.keys}>{t("composer.keys")}</span>
    </p>
  );
}
