import { RobotOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import { Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { switchAssistant, useAssistantState } from "../../api/assistant.ts";

/** Whether the assistant answers this customer. Not shown where there is no assistant to switch. */
export function GptSwitch({ card }: { card: ConversationCard }) {
  const { t } = useTranslation("inbox");
  const { failed } = useFeedback();
  const state = useAssistantState(card.conversationId);
  const [busy, setBusy] = useState(false);
  const isOn = card.gptStatus === 1;
  if (!state?.agent && !isOn) return null;
  const label = t(card.gptStatus === 2 ? "assistant.paused" : "assistant.switch");
  const handleSwitch = (on: boolean) => {
    setBusy(true);
    void switchAssistant(card, on)
      .catch(failed)
      .finally(() => setBusy(false));
  };
  return (
    <span className={laid("inlineMiddle quiet fixed gap6")} title={label}>
      <RobotOutlined aria-hidden />
      <Switch
        size="small"
        checked={isOn}
        disabled={!card.can.gpt}
        loading={busy}
        aria-label={label}
        onChange={handleSwitch}
      />
    </span>
  );
}
