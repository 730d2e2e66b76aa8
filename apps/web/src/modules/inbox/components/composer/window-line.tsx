import { ClockCircleOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { messageOf } from "@homeroom/contract/errors/catalogue";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { countdownText, dateTimeText } from "#platform/dates.ts";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useMessageCost } from "../../api/message-cost.ts";
import { replyWindow } from "../../rules/composer/reply-window.ts";
import styles from "./composer.module.css";
import { CostText } from "./cost-text.tsx";
import { LineLine } from "./line-line.tsx";

/** The time left to reply, the cost and the sending key, in one quiet line. */
export function WindowLine({ card }: { card: ConversationCard }) {
  const { t } = useTranslation(["inbox", "composer"]);
  const [byModEnter] = usePreference("sendByModEnter");
  const view = useDateView();
  const now = useNow("second");
  const { data: cost } = useMessageCost(card);
  if (card.channel.kind === "line") return <LineLine card={card} />;
  const left = card.windowEndsAt && countdownText(card.windowEndsAt, now);
  if (!card.windowEndsAt || !left) return null;
  const { state } = replyWindow(card, now);
  return (
    <p
      className={laid("middleWrap small figures gap6 leading18", styles.window)}
      data-state={state}
      title={dateTimeText(card.windowEndsAt, view)}
    >
      <ClockCircleOutlined aria-hidden />
      <span>{t(card.adWindow ? "composer.adWindow" : "composer.window", { left })}</span>
      {cost && (
        <span title={t(card.adWindow ? "composer:price.adRule" : "composer:price.rule")}>
          · <CostText cost={cost.service} />
        </span>
      )}
      {card.gptStatus === 1 && (
        <span className={layout.warning}>· {messageOf("CHAT_GPT_OFF_ON_SEND", view.language)}</span>
      )}
      <span className={laid("quiet push notOnPhones")}>
        {byModEnter ? t("composer:tools.modKeys") : t("composer.keys")} · {t("composer:tools.slash")}
      </span>
    </p>
  );
}
