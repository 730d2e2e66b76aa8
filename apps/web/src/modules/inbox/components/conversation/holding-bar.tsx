import { UserOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { takeOver } from "../../api/holding.ts";
import styles from "./holding.module.css";

/** Above the place to answer: that another person is answering, and how to take over. */
export function HoldingBar({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const { accountID } = useUser();
  const { done, failed } = useFeedback();
  const [pending, setPending] = useState(false);
  const { holder, can, conversationId } = card;
  if (!can.send || holder?.kind !== "staff" || holder.accountID === accountID) return null;
  const handleTakeOver = async () => {
    setPending(true);
    try {
      await takeOver(conversationId);
      done(t("holding.taken"));
    } catch (reason) {
      failed(reason);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={laid("middle fixed gap12 lineAbove warningTint", styles.bar)} role="note">
      <UserOutlined className={laid("warning text16")} aria-hidden />
      <div className={layout.grow}>
        <p className={laid("strong breaking")}>
          {t("holding.barTitle", { name: holder.nickname })}
          <span className={laid("small before8 regular")}>
            <RelativeTime value={holder.since} />
          </span>
        </p>
        <p className={layout.small}>{t(can.takeOver ? "holding.mayTake" : "holding.mayNotTake")}</p>
      </div>
      {can.takeOver && (
        <Button type="primary" loading={pending} onClick={() => void handleTakeOver()}>
          {t("holding.takeOver")}
        </Button>
      )}
    </div>
  );
}
