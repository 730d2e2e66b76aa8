import { MessageOutlined, RobotOutlined, UserOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { releaseConversation } from "../../api/holding.ts";
import styles from "./holding.module.css";

/** The current holder; for the person themselves with a button to release the conversation. */
export function HolderChip({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const { accountID } = useUser();
  const { holder } = card;
  if (!holder) return null;
  if (holder.kind === "staff" && holder.accountID === accountID) return <Mine card={card} />;
  const isAssistant = holder.kind === "assistant";
  const words = isAssistant ? t("holding.assistant") : t("holding.other", { name: holder.nickname });
  return (
    <span
      className={laid("middle small fixed gap6 outlined pill oneLine maxWidth220 minHeight28 pad0x10", styles.chip)}
      data-mine={undefined}
      title={words}
    >
      {isAssistant ? <RobotOutlined aria-hidden /> : <UserOutlined aria-hidden />}
      <span className={laid("ellipsis clip", styles.chipWords)}>{words}</span>
    </span>
  );
}

function Mine({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const { done, failed } = useFeedback();
  const [pending, setPending] = useState(false);
  const handleRelease = async () => {
    setPending(true);
    try {
      await releaseConversation(card.conversationId);
      done(t("holding.released"));
    } catch (reason) {
      failed(reason);
    } finally {
      setPending(false);
    }
  };
  return (
    <span
      className={laid("middle small fixed gap6 outlined pill oneLine maxWidth220 minHeight28 pad0x10", styles.chip)}
      data-mine
      title={t("holding.mine")}
    >
      <MessageOutlined aria-hidden />
      <span className={laid("ellipsis clip", styles.chipWords)}>{t("holding.mine")}</span>
      <Button
        size="small"
        type="text"
        loading={pending}
        title={t("holding.releaseHint")}
        onClick={() => void handleRelease()}
      >
        {t("holding.release")}
      </Button>
    </span>
  );
}
