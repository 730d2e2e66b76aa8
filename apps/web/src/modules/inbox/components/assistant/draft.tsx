import { RobotOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { AssistantState } from "@homeroom/contract/chat-assistant";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { askForSuggestion, settleSuggestion } from "../../api/assistant.ts";
import { send } from "../../api/outgoing.ts";
import styles from "./assistant.module.css";

interface AssistantDraftProps {
  card: ConversationCard;
  draft: NonNullable<AssistantState["draft"]>;
  onSent: () => void;
}

const longest = 4096;

/** The assistant's suggested answer: staff can send it, edit it first, request another, or dismiss it. */
export function AssistantDraft({ card, draft, onSent }: AssistantDraftProps) {
  const { t } = useTranslation("inbox");
  const { failed } = useFeedback();
  const [edited, setEdited] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  // It disappears once it is sent, but a second press may come before that.
  const [isSent, setSent] = useState(false);
  const { conversationId, leadId } = card;
  const words = (edited ?? draft.text).trim();

  const handleSend = () => {
    if (words === "" || isSent) return;
    setSent(true);
    const to = { conversationId, leadId, channel: null, channelKind: card.channel.kind };
    send({ ...to, text: words, files: [], quoted: null });
    settleSuggestion(conversationId, draft).catch(() => undefined);
    onSent();
  };
  const handleAgain = () => {
    setAsking(true);
    void askForSuggestion(conversationId)
      .then((asked) => !asked && failed(t("assistant.nothing")), failed)
      .finally(() => setAsking(false));
  };
  return (
    <section
      className={laid("fixed pad10x12 outlined round12 sunkenGround", styles.draft)}
      aria-label={t("assistant.suggestion")}
    >
      <p className={laid("strong text12 leading20", styles.title)}>
        <RobotOutlined aria-hidden /> {t("assistant.suggestion")}
      </p>
      {edited === null ? (
        <p className={laid("written scrollY", styles.words)}>{draft.text}</p>
      ) : (
        <Input.TextArea
          value={edited}
          maxLength={longest}
          autoSize={{ minRows: 2, maxRows: 8 }}
          aria-label={t("assistant.suggestion")}
          onChange={({ target }) => setEdited(target.value)}
        />
      )}
      <div className={laid("flexBox wrap gap4x8 above8", styles.buttons)}>
        <Button size="small" type="primary" disabled={words === ""} onClick={handleSend}>
          {t("assistant.use")}
        </Button>
        {edited === null ? (
          <Button size="small" onClick={() => setEdited(draft.text)}>
            {t("assistant.edit")}
          </Button>
        ) : (
          <Button size="small" onClick={() => setEdited(null)}>
            {t("assistant.asItWas")}
          </Button>
        )}
        <Button size="small" type="text" loading={asking} onClick={handleAgain}>
          {t("assistant.again")}
        </Button>
        <Button size="small" type="text" onClick={() => void settleSuggestion(conversationId, draft).catch(failed)}>
          {t("assistant.discard")}
        </Button>
      </div>
    </section>
  );
}
