import { DollarOutlined, ThunderboltOutlined, WarningOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { messageOf } from "@homeroom/contract/errors/catalogue";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useSendWelcome } from "../../api/outgoing.ts";
import { type LineCostState, lineCost } from "../../rules/line-cost.ts";
import styles from "./composer.module.css";

/** The cost of the next LINE message, in one quiet line, with a button for the branch's welcome message. */
export function LineLine({ card }: { card: ConversationCard }) {
  const { t } = useTranslation(["inbox", "composer"]);
  const view = useDateView();
  const now = useNow("second");
  const { done, failed } = useFeedback();
  const send = useSendWelcome();
  const handleSend = () =>
    send.mutate(card.leadId, { onSuccess: () => done(t("composer.welcomeSent")), onError: failed });
  const cost: LineCostState = card.line ? lineCost(card.line, now) : { kind: "unknown" };
  return (
    <p
      className={laid("middleWrap small figures gap6 leading18", styles.window)}
      data-state={cost.kind === "scarce" ? "short" : undefined}
    >
      <CostSign kind={cost.kind} />
      <span title={t("composer:lineCost.rule")}>{t(`composer:lineCost.${cost.kind}`, { ...cost })}</span>
      {card.gptStatus === 1 && (
        <span className={layout.warning}>· {messageOf("CHAT_GPT_OFF_ON_SEND", view.language)}</span>
      )}
      <Button
        type="link"
        size="small"
        className={laid("push noPadding text12 height24")}
        loading={send.isPending}
        onClick={handleSend}
      >
        {t("composer.sendWelcome")}
      </Button>
    </p>
  );
}

function CostSign({ kind }: { kind: LineCostState["kind"] }) {
  if (kind === "free") return <ThunderboltOutlined aria-hidden />;
  return kind === "scarce" ? <WarningOutlined aria-hidden /> : <DollarOutlined aria-hidden />;
}
