import type { ConversationId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useConversationCard } from "../../api/conversation-card.ts";
import { forgetKnown, useOutgoing } from "../../api/outgoing.ts";
import { useThread } from "../../api/thread.ts";
import { composerState } from "../../rules/composer-state.ts";
import { type ShownMessage, shownMessages } from "../../rules/shown-message.ts";
import { Composer } from "../composer/composer.tsx";
import { focusList, isListFocused } from "../list/list-focus.ts";
import { ConversationHead } from "./conversation-head.tsx";
import styles from "./conversation-pane.module.css";
import { MessageList, type MessageListHandle } from "./message-list.tsx";
import { MessageSkeletons } from "./message-skeletons.tsx";
import { useEscape } from "./use-escape.ts";
import { useReading } from "./use-reading.ts";

const AssistantPanel = lazy(() =>
  import("../assistant/assistant-panel.tsx").then((panel) => ({ default: panel.AssistantPanel })),
);

interface ConversationPaneProps {
  conversationId: ConversationId;
  onBack?: (() => void) | undefined;
  onPerson?: (() => void) | undefined;
  onClose: () => void;
}

/** The middle column: who it is with, what was said, and the place to answer. */
export function ConversationPane({ conversationId, onBack, onPerson, onClose }: ConversationPaneProps) {
  const { t } = useTranslation("inbox");
  const card = useConversationCard(conversationId);
  const thread = useThread(conversationId);
  const outgoing = useOutgoing();
  const late = useDelayed(thread.loading);
  const now = useNow();
  const list = useRef<MessageListHandle>(null);
  const [quoted, setQuoted] = useState<ShownMessage | null>(null);
  const [atEnd, setAtEnd] = useState(true);
  const mine = useMemo(
    () => outgoing.filter((message) => message.conversationId === conversationId),
    [outgoing, conversationId],
  );
  const messages = useMemo(() => shownMessages(thread.messages, mine), [thread.messages, mine]);
  const answered = thread.messages.findLast((row) => row.direction === "out" && row.author === "staff");
  const answeredAt = answered?.createTime ?? null;
  useEffect(() => forgetKnown(new Set(thread.messages.map(({ messageId }) => messageId))), [thread.messages]);
  useReading(conversationId, card.data?.unreadCount ?? 0, atEnd && !thread.loading);
  useEscape(() => {
    if (quoted) setQuoted(null);
    else if (onBack || isListFocused()) onClose();
    else focusList();
  });

  const error = thread.error ?? (card.isError && !card.data ? card.error : null);
  if (error !== null) {
    const retry = () => {
      void thread.retry();
      void card.refetch();
    };
    return (
      <div className={styles.nothing}>
        <ErrorState message={error} onRetry={retry} />
        {onBack && <Button onClick={onBack}>{t("back")}</Button>}
      </div>
    );
  }
  return (
    <>
      <ConversationHead card={card.data} onBack={onBack} onPerson={onPerson} />
      {thread.loading ? (
        <div className={styles.loading}>{late && <MessageSkeletons />}</div>
      ) : (
        <MessageList
          ref={list}
          conversationId={conversationId}
          messages={messages}
          thread={thread}
          customer={card.data?.nickname ?? ""}
          maySend={card.data !== undefined && composerState(card.data, now) === "open"}
          onQuote={setQuoted}
          onAtEnd={setAtEnd}
        />
      )}
      {card.data && (
        <Suspense fallback={null}>
          <AssistantPanel
            key={conversationId}
            card={card.data}
            answeredAt={answeredAt}
            onSent={() => list.current?.showEnd()}
          />
        </Suspense>
      )}
      {card.data && (
        <Composer
          card={card.data}
          quoted={quoted}
          onUnquote={() => setQuoted(null)}
          onSent={() => list.current?.showEnd()}
        />
      )}
    </>
  );
}
