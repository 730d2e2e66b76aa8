import type { ChannelId, ConversationId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { resumeChannel } from "../../api/conversation-card.ts";

interface ResumeChannelProps {
  channelId: ChannelId;
  conversationId: ConversationId;
}

/** For who may: lets the channel send again, its cause having been put right. */
export function ResumeChannel({ channelId, conversationId }: ResumeChannelProps) {
  const { t } = useTranslation("inbox");
  const { failed } = useFeedback();
  const can = useCan();
  const [working, setWorking] = useState(false);
  if (!can("org:whatsapp:edit")) return null;
  const handleResume = async () => {
    setWorking(true);
    try {
      await resumeChannel(channelId, conversationId);
    } catch (reason) {
      failed(reason);
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button loading={working} onClick={() => void handleResume()}>
      {t("closed.resume")}
    </Button>
  );
}
