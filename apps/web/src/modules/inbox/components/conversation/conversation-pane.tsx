import { MessageOutlined } from "@ant-design/icons";
import type { ConversationCard } from "@homeroom/contract/chat";
import type { ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { type ComponentProps, lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { isInDialog, isShortcut } from "#ui/keyboard/shortcut.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useAssistantState } from "../../api/assistant.ts";
import { markRead, useConversationCard } from "../../api/conversation-card.ts";
import { useConversationEvents } from "../../api/conversation-states.ts";
import { markReading } from "../../api/one-tab.ts";
import { forgetKnown, useOutgoing } from "../../api/outgoing.ts";
import { usePresence } from "../../api/presence.ts";
import { useThread } from "../../api/thread.ts";
import { composerState } from "../../rules/composer/composer-state.ts";
import { type Outgoing, type ShownMessage, shownMessages } from "../../rules/shown-message.ts";
import { type ThreadEvent, withEvents } from "../../rules/thread-events.ts";
import { Composer } from "../composer/composer.tsx";
import { focusList, isListFocused } from "../list/list-focus.ts";
import { MessageActionsProvider } from "../message/message-actions.tsx";
import { SelectionBar } from "../message/selection-bar.tsx";
import { useSelection } from "../message/use-selection.ts";
import { ConversationHead } from "./conversation-head.tsx";
import styles from "./conversation-pane.module.css";
import { ConversationSearch } from "./conversation-search.tsx";
import { GoneConversation, useIsConversationGone } from "./gone-conversation.tsx";
import { HoldingBar } from "./holding-bar.tsx";
import { MessageList, type MessageListHandle } from "./message-list.tsx";
import { MessageSkeletons } from "./message-skeletons.tsx";

const ownsEscape = 'dialog, [role="dialog"], [role="menu"], [role="tooltip"], [aria-expanded="true"]';

/** Goes one step back on Escape, unless something open over the conversation handles the key. */
function useEscape(stepBack: () => void): void {
  const latest = useRef(stepBack);
  useEffect(() => {
    latest.current = stepBack;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event, "Escape")) return;
      if (isInDialog(event.target)) return;
      if (event.target instanceof Element && event.target.closest(ownsEscape)) return;
      latest.current();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

const AssistantPanel = lazy(() =>
  import("../assistant/assistant-panel.tsx").then((panel) => ({ default: panel.AssistantPanel })),
);

interface ConversationPaneProps {
  conversationId: ConversationId;
  onBack?: (() => void) | undefined;
  onPerson?: (() => void) | undefined;
  onClose: () => void;
  /** Opens another conversation in its place; omitted where only this one may be shown. */
  onOpen?: (conversationId: ConversationId) => void;
  /** The message to jump to, and the callback once it has been requested. */
  messageId?: MessageId | null;
  onShown?: () => void;
}

/** The middle column: the header, the messages, and the composer. */
export function ConversationPane(props: ConversationPaneProps) {
  const { conversationId, onBack, onPerson, onClose, onOpen, messageId = null, onShown } = props;
  const { t } = useTranslation("inbox");
  const card = useConversationCard(conversationId);
  const thread = useThread(conversationId);
  const outgoing = useOutgoing();
  const presence = usePresence(conversationId);
  const late = useDelayed(thread.loading);
  const now = useNow();
  const list = useRef<MessageListHandle>(null);
  const [quoted, setQuoted] = useState<ShownMessage | null>(null);
  const [atEnd, setAtEnd] = useState(true);
  const mine = useMemo(
    () => outgoing.filter((message) => message.conversationId === conversationId),
    [outgoing, conversationId],
  );
  const events = useThreadEvents(conversationId, card.data);
  const messages = useShown({ conversationId, thread, mine, events, leadId: card.data?.leadId });
  const [searching, setSearching] = useState(false);
  const selection = useSelection();
  useShortcut("f", () => setSearching(true));
  const ready = !thread.loading && card.data !== undefined;
  useEffect(() => {
    if (messageId === null || !ready) return;
    list.current?.show(messageId);
    onShown?.();
  }, [messageId, ready, onShown]);
  const answered = thread.messages.findLast((row) => row.direction === "out" && row.author === "staff");
  const answeredAt = answered?.createTime ?? null;
  useEffect(() => forgetKnown(new Set(thread.messages.map(({ messageId }) => messageId))), [thread.messages]);
  useReading(conversationId, card.data?.unreadCount ?? 0, atEnd && !thread.loading && !thread.hasNewer);
  useEscape(() => {
    if (selection.chosen) selection.end();
    else if (quoted) setQuoted(null);
    else if (onBack || isListFocused()) onClose();
    else focusList();
  });

  const isGone = useIsConversationGone(conversationId);
  if (isGone) return <GoneConversation conversationId={conversationId} unsent={mine} onBack={onBack} onOpen={onOpen} />;
  const error = thread.error ?? (card.isError && !card.data ? card.error : null);
  if (error !== null) {
    const retry = () => {
      void thread.retry();
      void card.refetch();
    };
    return (
      <div className={laid("middle flexColumn justifyCentre flex1", styles.nothing)}>
        <ErrorState message={error} onRetry={retry} />
        {onBack && <Button onClick={onBack}>{t("back")}</Button>}
      </div>
    );
  }
  const maySend = card.data !== undefined && composerState(card.data, now) === "open";
  return (
    <MessageActionsProvider card={card.data} selection={selection}>
      <ConversationHead
        card={card.data}
        viewers={presence.viewers}
        onBack={onBack}
        onPerson={onPerson}
        onSearch={() => setSearching((shown) => !shown)}
      />
      {searching && (
        <ConversationSearch
          conversationId={conversationId}
          onShow={(id) => list.current?.show(id)}
          onClose={() => setSearching(false)}
        />
      )}
      {thread.loading ? (
        <div className={laid("fill pad16 clip")}>{late && <MessageSkeletons />}</div>
      ) : (
        <MessageList
          ref={list}
          conversationId={conversationId}
          messages={messages}
          thread={thread}
          customer={card.data?.nickname ?? ""}
          maySend={maySend}
          onQuote={setQuoted}
          onAtEnd={setAtEnd}
        />
      )}
      <SelectionBar />
      {card.data && (
        <Answering
          hidden={selection.chosen !== null}
          card={card.data}
          answeredAt={answeredAt}
          quoted={quoted}
          onUnquote={() => setQuoted(null)}
          onTyping={presence.reportTyping}
          onSent={() => list.current?.showEnd()}
        />
      )}
    </MessageActionsProvider>
  );
}

interface AnsweringProps extends ComponentProps<typeof Composer> {
  /** Something else is shown instead; the text is preserved. */
  hidden: boolean;
  /** When staff last answered. */
  answeredAt: string | null;
  onTyping: () => void;
}

/** The assistant's suggestion, the holder, and the composer. */
function Answering({ hidden, answeredAt, onTyping, ...writing }: AnsweringProps) {
  const { card, onSent } = writing;
  return (
    <div className={layout.fixed} hidden={hidden} onInput={onTyping}>
      <Suspense fallback={null}>
        <AssistantPanel key={card.conversationId} card={card} answeredAt={answeredAt} onSent={onSent} />
      </Suspense>
      <HoldingBar card={card} />
      <Composer {...writing} />
    </div>
  );
}

/** The actions of staff and the assistant on the conversation, in order. */
function useThreadEvents(conversationId: ConversationId, card: ConversationCard | undefined): readonly ThreadEvent[] {
  const states = useConversationEvents(conversationId, card);
  const assistant = useAssistantState(conversationId)?.events;
  return useMemo(
    () =>
      assistant?.length
        ? [...states, ...assistant].toSorted((one, other) => one.createTime.localeCompare(other.createTime))
        : states,
    [states, assistant],
  );
}

interface ShownOf {
  conversationId: ConversationId;
  leadId: LeadId | undefined;
  thread: ReturnType<typeof useThread>;
  mine: readonly Outgoing[];
  events: readonly ThreadEvent[];
}

/** The server's messages, those being sent, and the actions on the conversation at their positions. */
function useShown({ conversationId, leadId, thread, mine, events }: ShownOf): readonly ShownMessage[] {
  const { messages, hasOlder, hasNewer } = thread;
  return useMemo(() => {
    const said = shownMessages(messages, hasNewer ? [] : mine);
    return leadId ? withEvents({ conversationId, leadId, messages: said, events, hasOlder, hasNewer }) : said;
  }, [conversationId, leadId, messages, hasOlder, hasNewer, mine, events]);
}

/** Marks a conversation as read while its end is actually visible to a person. */
function useReading(conversationId: ConversationId, unread: number, endInSight: boolean): void {
  const looking = useLooking();
  useEffect(() => (looking ? markReading(conversationId) : undefined), [conversationId, looking]);
  useEffect(() => {
    if (unread === 0 || !looking || !endInSight) return;
    // A failure is retried with the next message, or when the conversation is opened again.
    void markRead(conversationId).catch(() => undefined);
  }, [conversationId, unread, looking, endInSight]);
}

function isLooking(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** Whether the page is in front and has the focus. */
function useLooking(): boolean {
  const [looking, setLooking] = useState(isLooking);
  useEffect(() => {
    const look = () => setLooking(isLooking());
    look();
    window.addEventListener("focus", look);
    window.addEventListener("blur", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      window.removeEventListener("blur", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return looking;
}

interface NothingOpenProps {
  /** The address asks for a lead without a conversation that the person can see. */
  leadMissing: boolean;
  onBack?: (() => void) | undefined;
}

/** The middle column while nothing is open. */
export function NothingOpen({ leadMissing, onBack }: NothingOpenProps) {
  const { t } = useTranslation("inbox");
  return (
    <div className={laid("middle flexColumn justifyCentre flex1", styles.nothing)}>
      <EmptyState
        icon={<MessageOutlined />}
        title={t(leadMissing ? "open.noneWithLead" : "open.none")}
        detail={t(leadMissing ? "open.noneWithLeadDetail" : "open.noneDetail")}
        {...(onBack && { action: <Button onClick={onBack}>{t("back")}</Button> })}
      />
    </div>
  );
}
