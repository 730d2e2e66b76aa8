import { UserOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useNow } from "#platform/date-view.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { takeOver } from "../../api/holding.ts";
import { presentAt, type ShownViewer } from "../../rules/viewers.ts";
import styles from "./holding.module.css";

/** Above the composer: says that another person is answering, and offers to take over. */
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

const picturesShown = 3;

/** Who else has the conversation open, and which of them is typing. Renders nothing without others. */
export function PresenceLine({ viewers }: { viewers: readonly ShownViewer[] }) {
  const { t } = useTranslation("inbox");
  const { here, typing } = presentAt(viewers, useNow("second").getTime());
  const busy = typing.length > 0 ? typing : here;
  const [first] = busy;
  const doing = typing.length > 0 ? "typing" : "viewing";
  const words = first
    ? t(busy.length === 1 ? `holding.${doing}` : `holding.${doing}Many`, {
        name: first.nickname,
        others: busy.length - 1,
      })
    : "";
  return (
    <div className={laid("middle small fixed narrowable", styles.presence)} data-doing={first ? doing : undefined}>
      {here.slice(0, picturesShown).map(({ accountID, nickname, avatar }) => (
        <span key={accountID} title={nickname} className={laid("fixed flexBox circle", styles.viewer)}>
          <Avatar name={nickname} picture={avatar} size={24} />
        </span>
      ))}
      <span className={laid("cut", styles.doing)} aria-live="polite">
        {words}
      </span>
    </div>
  );
}
