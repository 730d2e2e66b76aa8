import type { ConversationCard } from "@homeroom/contract/chat";
import { tokenStops } from "@homeroom/contract/failure-reasons";
import type { ConversationId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { resumeChannel } from "../../api/conversation-card.ts";
import { resumeLine } from "../../api/line-account.ts";

interface ResumeChannelProps {
  channel: ConversationCard["channel"];
  conversationId: ConversationId;
}

/**
 * With the permission: lets the channel send again after its problem was fixed; if it needs a new token, opens its
 * form.
 */
export function ResumeChannel({ channel, conversationId }: ResumeChannelProps) {
  const { t } = useTranslation("inbox");
  const { failed } = useFeedback();
  const can = useCan();
  const navigate = useNavigate();
  const [working, setWorking] = useState(false);
  const { channelId, kind, stoppedReason } = channel;
  if (!can(`org:${kind}:edit`)) return null;
  if (kind === "whatsapp" && tokenStops.some((one) => one === stoppedReason))
    return (
      <Button type="primary" onClick={() => void navigate(`/organization/whatsapp?channel=${channelId}`)}>
        {t("closed.newToken")}
      </Button>
    );
  // Only the provider lifts a restriction, and only staff switch an account on.
  if (stoppedReason === "accountRestricted" || stoppedReason === "switchedOff")
    return <Button onClick={() => void navigate(`/organization/${kind}`)}>{t("closed.settings")}</Button>;
  const handleResume = async () => {
    setWorking(true);
    try {
      await (kind === "line" ? resumeLine : resumeChannel)(channelId, conversationId);
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
