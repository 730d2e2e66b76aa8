import { RobotOutlined } from "@ant-design/icons";
import { needsAttention } from "@homeroom/contract/assistant";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { AssistantEvent, AssistantState } from "@homeroom/contract/chat-assistant";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { askForSuggestion, useAssistantState } from "../../api/assistant.ts";
import { takeOver } from "../../api/holding.ts";
import styles from "./assistant.module.css";
import { AssistantDraft } from "./draft.tsx";

interface AssistantPanelProps {
  card: ConversationCard;
  /** When staff last wrote; earlier actions of the assistant are settled. */
  answeredAt: string | null;
  onSent: () => void;
}

/** What the assistant reports to staff: a hand-over and its reason, a failure to answer, or a suggestion. */
export function AssistantPanel({ card, answeredAt, onSent }: AssistantPanelProps) {
  const { t } = useTranslation("inbox");
  const state = useAssistantState(card.conversationId);
  if (!state) return null;
  const last = state.events.findLast(({ createTime }) => answeredAt === null || createTime > answeredAt);
  // Without the row's note it is settled: a person or the assistant answered, or the conversation was closed.
  const event = card.assistantNote ? last : undefined;
  const { draft, isWriting, agent, retryTime } = state;
  const maySuggest = agent?.working && card.can.send && event !== undefined && !draft;
  return (
    <>
      {event && <EventCard event={event} suggest={maySuggest ? card : null} />}
      {isWriting && !draft && (
        <p className={laid("hint fixed", styles.writing)} role="status">
          <RobotOutlined aria-hidden /> {t("assistant.writing", { name: agent?.nickname ?? "" })}
        </p>
      )}
      {retryTime && agent && !draft && <Retrying card={card} agent={agent} />}
      {draft && card.can.send && <AssistantDraft key={draft.recordID} card={card} draft={draft} onSent={onSent} />}
    </>
  );
}

interface RetryingProps {
  card: ConversationCard;
  agent: NonNullable<AssistantState["agent"]>;
}

/** Its provider failed: the customer waits until it tries again, or until a person takes over. */
function Retrying({ card, agent: { nickname: name, way } }: RetryingProps) {
  const { t } = useTranslation("inbox");
  const { done, failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const answers = way === "send";
  // It says nothing while a person holds the conversation.
  if (answers && card.holder?.kind === "staff") return null;
  const handleTakeOver = () => {
    setBusy(true);
    void takeOver(card.conversationId)
      .then(() => done(t("holding.taken")), failed)
      .finally(() => setBusy(false));
  };
  return (
    <div className={laid("hint fixed middleWrap gap4x8", `${styles.writing} ${styles.buttons}`)} role="status">
      <span>
        <RobotOutlined aria-hidden /> {t(`assistant.retrying.${way}`, { name })}
      </span>
      {answers && card.can.send && (
        <Button size="small" loading={busy} onClick={handleTakeOver}>
          {t("holding.takeOver")}
        </Button>
      )}
    </div>
  );
}

function EventCard({ event, suggest }: { event: AssistantEvent; suggest: ConversationCard | null }) {
  const { t } = useTranslation("inbox");
  const { failed } = useFeedback();
  const [asking, setAsking] = useState(false);
  const { kind, reason, agent, summary } = event;
  const handleSuggest = (conversationId: ConversationCard["conversationId"]) => {
    setAsking(true);
    void askForSuggestion(conversationId)
      .then((asked) => !asked && failed(t("assistant.nothing")), failed)
      .finally(() => setAsking(false));
  };
  return (
    <section
      className={laid("fixed pad10x12 outlined round12 warningTint", styles.event)}
      data-kind={kind}
      aria-label={t(`assistant.event.${kind}`, { name: agent })}
    >
      <p className={laid("strong text12 leading20", styles.title)}>
        <RobotOutlined aria-hidden /> {t(`assistant.event.${kind}`, { name: agent })}{" "}
        <RelativeTime value={event.createTime} />
      </p>
      {reason !== "" && <p className={layout.hint}>{t(`assistant.reason.${reason}`)}</p>}
      {summary && <p className={laid("written scrollY", styles.words)}>{summary}</p>}
      {kind !== "handedOver" && <p>{t(isStopped(event) ? "assistant.todo.repair" : "assistant.todo.answer")}</p>}
      {suggest && (
        <div className={laid("flexBox wrap gap4x8 above8", styles.buttons)}>
          <Button size="small" loading={asking} onClick={() => handleSuggest(suggest.conversationId)}>
            {t("assistant.suggest")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** It answers nobody until an administrator has fixed its agent. */
function isStopped({ kind, reason }: AssistantEvent): boolean {
  return kind === "failed" && needsAttention.some((one) => one === reason);
}
