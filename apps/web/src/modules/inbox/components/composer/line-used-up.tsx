import { StopOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { askLineQuota } from "../../api/line-account.ts";
import styles from "./composer.module.css";

/** Says that the month's LINE messages are used up and what still works; people with the permission can ask LINE again. */
export function LineUsedUp({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("composer");
  const can = useCan();
  const { failed } = useFeedback();
  const [asking, setAsking] = useState(false);
  const { channel, conversationId, line } = card;
  const { used = 0, limit = 0 } = line?.quota ?? {};
  const handleAsk = async () => {
    setAsking(true);
    try {
      if (!(await askLineQuota(channel.channelId, conversationId))) failed(t("lineCost.noAnswer"));
    } catch (reason) {
      failed(reason);
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className={laid("middle fixed gap12 pad12x16 lineAbove sunkenGround", styles.closed)} role="note">
      <StopOutlined className={laid("quiet text20")} aria-hidden />
      <div className={laid("grow quiet text13 leading20", styles.closedWords)}>
        <p className={laid("strong textColour")}>{t("lineCost.closedTitle", { used, limit })}</p>
        <p>{t("lineCost.closedDetail")}</p>
      </div>
      {can("org:line:query") && (
        <Button loading={asking} onClick={() => void handleAsk()}>
          {t("lineCost.askAgain")}
        </Button>
      )}
    </div>
  );
}
