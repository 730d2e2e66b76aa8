import { ArrowDownOutlined } from "@ant-design/icons";
import type { AssistantEvent } from "@homeroom/contract/chat-assistant";
import type { ConversationEvent } from "@homeroom/contract/chat-states";
import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Button } from "antd";
import {
  type Ref,
  type UIEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dateText, dayText, minuteText, timeText } from "#platform/dates.ts";
import { phoneText } from "#platform/phone.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { loadAround, loadLatest, type useThread } from "../../api/thread.ts";
import { happeningOf, textOf } from "../../rules/message-details.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { eventOf, type ThreadEvent } from "../../rules/thread-events.ts";
import { type FlowItem, flowOf } from "../../rules/turns.ts";
import { Bubble, type BubbleProps } from "../message/bubble.tsx";
import { isGone } from "../message/quiet-line.tsx";
import styles from "./conversation-pane.module.css";
import { useKeptEnd, useNewMessages } from "./use-kept-end.ts";

const byKind: Partial<Record<ShownMessage["kind"], number>> = {
  image: 280,
  video: 260,
  sticker: 150,
  audio: 76,
  document: 88,
  location: 100,
  contacts: 110,
  order: 130,
  system: 30,
};

/** The estimated height of an item before it is rendered: close enough that the scroll bar hardly moves afterwards. */
function estimatedHeight(item: FlowItem<ShownMessage> | undefined): number {
  if (!item) return 48;
  if (isGone(item.message)) return 30 + (item.startsDay ? 44 : 0);
  const { message, startsDay, startsRun } = item;
  const lines = Math.ceil(message.text.length / 40) + (message.text.match(/\n/g)?.length ?? 0);
  const words = message.kind === "text" ? 34 + lines * 22 : (byKind[message.kind] ?? 56) + lines * 22;
  return words + (startsDay ? 44 : 0) + (startsRun ? 8 : 0) + (message.quoted ? 48 : 0);
}

export interface MessageListHandle {
  showEnd: () => void;
  /** Jumps to a message, wherever in the conversation it is. */
  show: (messageId: MessageId) => void;
}

interface MessageListProps extends Pick<BubbleProps, "customer" | "maySend" | "onQuote"> {
  ref?: Ref<MessageListHandle>;
  conversationId: ConversationId;
  messages: readonly ShownMessage[];
  thread: Pick<
    ReturnType<typeof useThread>,
    "hasOlder" | "loadOlder" | "loadingOlder" | "olderFailed" | "hasNewer" | "newer" | "loadNewer"
  >;
  onAtEnd: (atEnd: boolean) => void;
}

const nearEnd = 60;
const itemsBeforeStart = 15;
/** Space above the first message for the status of older ones. */
const headRoom = 44;

/** The virtual list of messages. It is anchored at its end, so older pages load without a jump. */
export function MessageList(props: MessageListProps) {
  const { messages, thread, conversationId, onAtEnd } = props;
  const { t } = useTranslation("inbox");
  const { zone } = useDateView();
  const flow = useMemo(() => flowOf(messages, zone), [messages, zone]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: flow.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedHeight(flow[index]),
    getItemKey: (index) => flow[index]?.message.messageId ?? index,
    anchorTo: "end",
    // After a jump, newer pages load below the visible messages.
    followOnAppend: !thread.hasNewer,
    scrollEndThreshold: nearEnd,
    overscan: 8,
    paddingStart: headRoom,
    paddingEnd: 12,
  });
  // Only on opening: a screen that was hidden is shown again at its old position.
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (!opened.current) virtual.scrollToEnd();
    opened.current = true;
  }, [virtual]);
  const { hasNewer, newer, loadNewer } = thread;
  const showEnd = useCallback(() => {
    if (!hasNewer) return virtual.scrollToEnd();
    // A failure leaves the position unchanged, with the retry button.
    void loadLatest(conversationId).then(
      () => requestAnimationFrame(() => virtual.scrollToEnd()),
      () => undefined,
    );
  }, [virtual, hasNewer, conversationId]);

  const [atEnd, setAtEnd] = useState(true);
  const handleScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    const now = scrollHeight - scrollTop - clientHeight <= nearEnd;
    if (now === atEnd) return;
    setAtEnd(now);
    onAtEnd(now);
  };
  const isEnd = atEnd && !hasNewer;
  useKeptEnd(scroller, isEnd, showEnd);
  const unseen = useNewMessages(messages, isEnd);

  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const { hasOlder, loadOlder, loadingOlder, olderFailed } = thread;
  useEffect(() => {
    if (hasOlder && !loadingOlder && olderFailed === null && first < itemsBeforeStart) loadOlder();
  }, [hasOlder, loadingOlder, olderFailed, first, loadOlder]);

  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNewer && newer === "idle" && last >= flow.length - itemsBeforeStart) loadNewer();
  }, [hasNewer, newer, last, flow.length, loadNewer]);

  const { marked, jump } = useJump(conversationId, flow, (index) => virtual.scrollToIndex(index, { align: "center" }));
  useImperativeHandle(props.ref, () => ({ showEnd, show: jump }), [showEnd, jump]);
  if (messages.length === 0) return <EmptyState title={t("message.none")} detail={t("message.noneDetail")} />;
  return (
    <div className={laid("fill relative")}>
      <div
        ref={scroller}
        className={laid("scrollDown absolute innerFocus", styles.scroller)}
        role="log"
        aria-label={t("message.list")}
        tabIndex={0}
        onScroll={handleScroll}
      >
        <div className={laid("wide relative")} style={{ height: virtual.getTotalSize() }}>
          <Older thread={thread} />
          {items.map(({ index, key, start }) => {
            const item = flow[index];
            if (!item) return null;
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={laid("wide absolute top0 left0")}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Item {...props} item={item} marked={marked === item.message.messageId} onJump={jump} />
              </div>
            );
          })}
        </div>
      </div>
      {!isEnd && (
        <button
          type="button"
          className={laid("middle gap6 edged pill raised ink absolute shadow pointer", styles.pill)}
          onClick={showEnd}
        >
          <ArrowDownOutlined aria-hidden />
          {unseen > 0 ? t("message.new", { count: unseen }) : t("message.toEnd")}
        </button>
      )}
    </div>
  );
}

interface ItemProps extends Pick<BubbleProps, "customer" | "maySend" | "onQuote" | "onJump" | "marked"> {
  item: FlowItem<ShownMessage>;
}

function Item({ item, customer, maySend, onQuote, onJump, marked }: ItemProps) {
  const { accountID } = useUser();
  const { message, startsDay, startsRun } = item;
  const event = eventOf(message);
  return (
    <>
      {startsDay && <DayLine at={message.sentAt} />}
      {event && <EventLine event={event} />}
      {!event && message.kind === "system" && <SystemLine message={message} />}
      {message.kind !== "system" && (
        <Bubble {...{ message, startsRun, marked, customer, maySend, onQuote, onJump }} viewer={accountID} />
      )}
    </>
  );
}

function Older({ thread }: Pick<MessageListProps, "thread">) {
  const { t } = useTranslation("inbox");
  const { hasOlder, olderFailed, loadOlder } = thread;
  return (
    <div className={laid("centre small wide absolute top0", styles.older)}>
      {olderFailed !== null ? (
        <Button type="link" size="small" onClick={loadOlder}>
          {t("message.olderFailed")}
        </Button>
      ) : (
        t(hasOlder ? "message.loadingOlder" : "message.beginning")
      )}
    </div>
  );
}

const markedMilliseconds = 1600;

/** Jumps to a message, loading it and those around it if necessary, and highlights it for a moment. */
function useJump(
  conversationId: ConversationId,
  flow: readonly FlowItem<ShownMessage>[],
  show: (index: number) => void,
) {
  const { t } = useTranslation("inbox");
  const { failed } = useFeedback();
  const [target, setTarget] = useState<{ messageId: MessageId } | null>(null);
  const jump = useCallback(
    (messageId: MessageId) => {
      const goThere = async () => {
        const found = await loadAround(conversationId, messageId).catch(() => false);
        if (!found) return failed(t("message.notLoaded"));
        const next = { messageId };
        setTarget(next);
        setTimeout(() => setTarget((now) => (now === next ? null : now)), markedMilliseconds);
      };
      void goThere();
    },
    [conversationId, failed, t],
  );
  // Once for each jump: afterwards the person scrolls the list.
  const shown = useRef<object | null>(null);
  useEffect(() => {
    const index = flow.findIndex(({ message }) => message.messageId === target?.messageId);
    if (index < 0 || shown.current === target) return;
    shown.current = target;
    show(index);
  }, [target, flow, show]);
  return { marked: target?.messageId ?? null, jump };
}

/** The day that starts here. */
function DayLine({ at }: { at: string }) {
  const view = useDateView();
  const now = useNow();
  return (
    <div className={laid("centre", styles.day)}>
      <time dateTime={at} title={dateText(at, view)}>
        {dayText(at, view, now)}
      </time>
    </div>
  );
}

/** An action on the conversation, with person and time, centred between the messages. */
function EventLine({ event }: { event: ThreadEvent }) {
  const view = useDateView();
  const { createTime } = event;
  return (
    <p className={laid("small leading18 textCentre", styles.system)}>
      {"agent" in event ? <AssistantWords event={event} /> : <StateWords event={event} />} ·{" "}
      <time dateTime={createTime}>{timeText(createTime, view)}</time>
    </p>
  );
}

function StateWords({ event }: { event: ConversationEvent }) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { kind, actor, until, result, cause } = event;
  const name = actor?.nickname ?? t("states.someone");
  const words = {
    closed: () => t(result ? "states.closedWith" : "states.closedBy", { name, result }),
    snoozed: () => t("states.snoozedBy", { name, until: until ? minuteText(until, view) : "" }),
    reopened: () => t(`states.reopened.${cause ?? "staff"}`, { name }),
  };
  return words[kind]();
}

function AssistantWords({ event }: { event: AssistantEvent }) {
  const { t } = useTranslation("inbox");
  const { kind, agent, reason } = event;
  return t(`assistant.line.${kind}`, { name: agent, reason: reason === "" ? "" : t(`assistant.reason.${reason}`) });
}

/** An event, centred between the messages. */
function SystemLine({ message }: { message: ShownMessage }) {
  const { t } = useTranslation(["inbox", "composer"]);
  const view = useDateView();
  const { details, text, sentAt } = message;
  const phone = phoneText("", textOf(details.phone));
  const happened = happeningOf(textOf(details.systemType));
  const known =
    details.change === "identity"
      ? t(phone ? "system.newPhone" : "system.newAccount", { phone })
      : details.change === "scheduledRefused"
        ? t("composer:schedule.refused", { reason: refusalText(textOf(details.reason), view.language) })
        : happened
          ? t(`system.${happened}`, { type: textOf(details.providerType) })
          : text || t("kind.system");
  return (
    <p className={laid("small leading18 textCentre", styles.system)}>
      {known} · {timeText(sentAt, view)}
    </p>
  );
}

function refusalText(reason: string, language: Language): string {
  return messageOf(isErrorName(reason) ? reason : "CHAT_ERROR", language);
}
