import type { ConversationRow } from "@homeroom/contract/chat";
import { type ForwardResult, maxForwarded } from "@homeroom/contract/chat-composer";
import { messageOf } from "@homeroom/contract/errors/catalogue";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { Button, Checkbox, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { newId } from "#platform/ids.ts";
import { usePreference } from "#platform/preferences.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { forward, useForwardTargets } from "../../api/message-actions.ts";
import { replyWindow } from "../../rules/composer/reply-window.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { ChannelBadge } from "../list/channel-badge.tsx";
import styles from "./forward-dialog.module.css";

interface ForwardDialogProps {
  /** All from one conversation; they are sent in its order. */
  messages: readonly ShownMessage[];
  onClose: () => void;
  /** Called when at least one customer received them. */
  onDone: () => void;
}

/** Chooses the customers to forward messages to, and shows who did not get them. */
export function ForwardDialog({ messages, onClose, onDone }: ForwardDialogProps) {
  const { t } = useTranslation("composer");
  const { done, failed } = useFeedback();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<LeadId, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly ForwardResult[]>([]);
  // One id for every attempt of this dialog, so that nobody gets the message twice.
  const [forwardId] = useState(() => newId<RecordId>());

  const handleSend = async () => {
    setBusy(true);
    const messageIds = messages.map(({ messageId }) => messageId);
    try {
      const results = await forward({ forwardId, messageIds, leadIds: [...chosen.keys()] });
      const not = results.filter(({ refusal }) => refusal !== null);
      if (not.length < results.length) onDone();
      if (not.length < results.length) done(t("forward.done", { count: results.length - not.length }));
      if (not.length === 0) return onClose();
      setRefused(not);
      setChosen(new Map());
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  const toggle = ({ leadId, nickname }: ConversationRow) => {
    const next = new Map(chosen);
    if (!next.delete(leadId)) next.set(leadId, nickname);
    setChosen(next);
  };

  return (
    <Modal
      open
      title={t("forward.title", { count: messages.length })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(refused.length > 0 ? "forward.close" : "forward.cancel")}</Button>
          <Button type="primary" disabled={chosen.size === 0} loading={busy} onClick={() => void handleSend()}>
            {chosen.size === 0 ? t("forward.choose") : t("forward.send", { count: chosen.size })}
          </Button>
        </>
      }
    >
      {refused.length > 0 && <Refused results={refused} />}
      <SearchBox value={words} placeholder={t("forward.search")} onSearch={setWords} shortcut={false} />
      {chosen.size >= maxForwarded.leads && (
        <p className={layout.hint} role="status">
          {t("forward.mostCustomers", { count: maxForwarded.leads })}
        </p>
      )}
      <Targets words={words} except={messages[0]?.leadId} chosen={chosen} onToggle={toggle} />
    </Modal>
  );
}

function Refused({ results }: { results: readonly ForwardResult[] }) {
  const { t } = useTranslation("composer");
  const [language] = usePreference("language");
  return (
    <div className={laid("danger below12 pad8x12 round8 dangerTint", styles.refused)} role="alert">
      <p>{t("forward.some", { count: results.length })}</p>
      <ul>
        {results.map(({ leadId, nickname, refusal }) => (
          <li key={leadId}>{t("forward.why", { name: nickname, reason: refusal && messageOf(refusal, language) })}</li>
        ))}
      </ul>
    </div>
  );
}

interface TargetsProps {
  words: string;
  except: LeadId | undefined;
  chosen: ReadonlyMap<LeadId, string>;
  onToggle: (row: ConversationRow) => void;
}

function Targets({ words, except, chosen, onToggle }: TargetsProps) {
  const { t } = useTranslation("composer");
  const targets = useForwardTargets(words);
  if (targets.isError && !targets.data)
    return <ErrorState message={targets.error} onRetry={() => void targets.refetch()} />;
  const rows = (targets.data ?? []).filter(({ leadId }) => leadId !== except);
  if (targets.data && rows.length === 0) return <EmptyState title={t("forward.none")} />;
  return (
    <ul className={laid("above8 noPadding scrollY unmarked", styles.targets)} aria-busy={targets.isPending}>
      {rows.map((row) => (
        <Target
          key={row.leadId}
          row={row}
          checked={chosen.has(row.leadId)}
          isFull={chosen.size >= maxForwarded.leads}
          onToggle={() => onToggle(row)}
        />
      ))}
    </ul>
  );
}

interface TargetProps {
  row: ConversationRow;
  checked: boolean;
  /** The limit is reached. */
  isFull: boolean;
  onToggle: () => void;
}

function Target({ row, checked, isFull, onToggle }: TargetProps) {
  const { t } = useTranslation("composer");
  const now = useNow();
  const { state } = replyWindow(row, now);
  // LINE has no window.
  const isOver = row.channel.kind === "whatsapp" && (state === "over" || state === "none");
  const problem = row.blocked ? "blocked" : row.channel.stoppedReason !== null ? "stopped" : isOver ? "over" : null;
  return (
    <li className={laid("lineAbove", styles.target)}>
      <Checkbox checked={checked} disabled={problem !== null || (isFull && !checked)} onChange={onToggle}>
        <span className={laid("row narrowable", styles.who)}>
          <Avatar name={row.nickname} picture={row.avatar} size={32} badge={<ChannelBadge kind={row.channel.kind} />} />
          <span className={laid("cut narrowable")}>{row.nickname}</span>
          {problem && <small>{t(`forward.${problem}`)}</small>}
        </span>
      </Checkbox>
    </li>
  );
}
