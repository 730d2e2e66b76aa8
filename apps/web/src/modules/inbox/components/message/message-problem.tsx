import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { discard, retryMessage, sendAgain } from "../../api/outgoing.ts";
import type { Outgoing, ShownMessage, StoppedChannel } from "../../rules/shown-message.ts";
import { useReasonText } from "../use-reason-text.ts";
import styles from "./bubble.module.css";

/** Why a message did not arrive, or may not have arrived, and what to do. */
export function MessageProblem({ message, mayRetry }: { message: ShownMessage; mayRetry: boolean }) {
  if (message.outgoing?.state === "waiting") return <Waiting outgoing={message.outgoing} />;
  if (message.outgoing) return message.outgoing.state === "failed" ? <NotHandedOver message={message} /> : null;
  if (message.state === "failed") return <Failed message={message} mayRetry={mayRetry} />;
  return message.state === "unsure" ? <Unsure message={message} mayRetry={mayRetry} /> : null;
}

/** There is no connection; it is sent automatically once there is one. */
function Waiting({ outgoing }: { outgoing: Outgoing }) {
  const { t } = useTranslation("inbox");
  return (
    <div
      className={laid("middle danger gap12 above4 round8 dangerTint text12 leading18", styles.problem)}
      data-unsure
      role="status"
    >
      <p>{t("message.waiting")}</p>
      <Button size="small" type="text" onClick={() => discard(outgoing.messageId)}>
        {t("message.discard")}
      </Button>
    </div>
  );
}

/** It did not reach our own server. */
function NotHandedOver({ message: { outgoing } }: { message: ShownMessage }) {
  const { t } = useTranslation("inbox");
  if (!outgoing) return null;
  return (
    <div className={laid("middle danger gap12 above4 round8 dangerTint text12 leading18", styles.problem)} role="alert">
      <p>{outgoing.problem ?? t("message.notSent")}</p>
      <span className={laid("fixed flexBox gap4")}>
        {outgoing.stopped && <ChannelSettings channel={outgoing.stopped} />}
        <Button size="small" onClick={() => sendAgain(outgoing.messageId)}>
          {t("message.retry")}
        </Button>
        <Button size="small" type="text" onClick={() => discard(outgoing.messageId)}>
          {t("message.discard")}
        </Button>
      </span>
    </div>
  );
}

/** Opens the channel's settings, for people who can change it. */
function ChannelSettings({ channel: { channelID, channelKind } }: { channel: StoppedChannel }) {
  const { t } = useTranslation("inbox");
  const can = useCan();
  if (!can(`org:${channelKind}:edit`)) return null;
  const address = channelKind === "line" ? "/organization/line" : `/organization/whatsapp?channel=${channelID}`;
  return <Link to={address}>{t("closed.settings")}</Link>;
}

function Failed({ message, mayRetry }: { message: ShownMessage; mayRetry: boolean }) {
  const { t } = useTranslation("inbox");
  const { retry, retrying } = useRetry(message);
  const reasonText = useReasonText();
  const detail = [message.error?.code, message.error?.detail].filter(Boolean).join(" · ");
  return (
    <div className={laid("middle danger gap12 above4 round8 dangerTint text12 leading18", styles.problem)}>
      <p title={detail}>{reasonText(message.channelKind ?? "whatsapp", message.error?.reason ?? "")}</p>
      {mayRetry && (
        <Button size="small" loading={retrying} onClick={() => void retry()}>
          {t("message.retry")}
        </Button>
      )}
    </div>
  );
}

function Unsure({ message, mayRetry }: { message: ShownMessage; mayRetry: boolean }) {
  const { t } = useTranslation("inbox");
  const { retry, retrying } = useRetry(message);
  const { confirm } = useFeedback();
  const handleRetry = async () => {
    const agreed = await confirm({
      title: t("message.unsureTitle"),
      detail: t("message.unsureQuestion"),
      verb: t("message.sendAgain"),
    });
    if (agreed) await retry();
  };
  return (
    <div className={laid("middle danger gap12 above4 round8 dangerTint text12 leading18", styles.problem)} data-unsure>
      <p>{t("message.unsure")}</p>
      {mayRetry && (
        <Button size="small" loading={retrying} onClick={() => void handleRetry()}>
          {t("message.sendAgain")}
        </Button>
      )}
    </div>
  );
}

function useRetry({ messageId }: ShownMessage) {
  const { failed } = useFeedback();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    try {
      await retryMessage(messageId);
    } catch (reason) {
      failed(reason);
    } finally {
      setRetrying(false);
    }
  };
  return { retry, retrying };
}
