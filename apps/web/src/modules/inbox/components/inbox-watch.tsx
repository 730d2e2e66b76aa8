import type { ConversationId } from "@homeroom/contract/ids";
import type { SocketPayload } from "@homeroom/contract/sockets";
import i18next from "i18next";
import { useCallback, useEffect, useMemo } from "react";
import { useNavigate } from "react-router";
import { ringFor, wantsNotice } from "#modules/notices/public.ts";
import { useCan, useUser } from "#platform/access.ts";
import { noticePermission, showNotice } from "#platform/alerts.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { onMissed, useRealtime } from "#platform/realtime.ts";
import { alertRule } from "../api/alert-rule.ts";
import { readForNotice } from "../api/conversation-card.ts";
import { inOneTab, readSomewhere } from "../api/one-tab.ts";
import { refreshWaiting, useWaitingTotal } from "../api/waiting.ts";
import { isNotified } from "../rules/alert-rule.ts";
import { batches } from "../rules/batches.ts";
import { addressKeys } from "../rules/inbox-address.ts";
import { useTabBadge } from "./use-tab-badge.ts";

const countMilliseconds = 1500;
const alertMilliseconds = 2000;

type Arrival = SocketPayload<"message.changed">;

interface InboxWatchProps {
  /** Called with the number of conversations in which a customer waits, whenever it changes. */
  onWaiting: (conversations: number) => void;
}

/** The one listener for new messages on every screen of the product. */
export function InboxWatch({ onWaiting }: InboxWatchProps) {
  const may = useCan()("chat:message:query");
  const waiting = useWaitingTotal(may);
  const shown = may ? waiting : 0;
  useTabBadge(shown);
  useEffect(() => {
    onWaiting(shown);
    return () => onWaiting(0);
  }, [shown, onWaiting]);
  useWaitingUpdates();
  useAlerts();
  return null;
}

function useWaitingUpdates(): void {
  const changes = useMemo(() => batches<null>(countMilliseconds, refreshWaiting), []);
  useEffect(() => () => changes.stop(), [changes]);
  useEffect(() => onMissed(refreshWaiting), []);
  useRealtime(
    "conversation.changed",
    useCallback(() => changes.add(null), [changes]),
  );
}

/** A tone and a notice for new messages, once for a burst and once for all tabs. */
function useAlerts(): void {
  const navigate = useNavigate();
  const { accountID } = useUser();
  const arrivals = useMemo(
    () =>
      batches<Arrival>(alertMilliseconds, (messages) => {
        const told = messages.filter(({ holders }) => isNotified(alertRule(), holders, accountID));
        const open = (id: ConversationId) => void navigate(`/chat/whatsapp?${addressKeys.conversation}=${id}`);
        // A failed alert does no harm: the message is in the list.
        alertOf(told, open).catch(() => undefined);
      }),
    [navigate, accountID],
  );
  useEffect(() => () => arrivals.stop(), [arrivals]);
  useRealtime(
    "message.changed",
    useCallback(
      (payload) => {
        if (payload.inbound) arrivals.add(payload);
      },
      [arrivals],
    ),
  );
}

/** Notifies about messages that are not visible in any tab. */
async function alertOf(messages: readonly Arrival[], open: (id: ConversationId) => void): Promise<void> {
  const seen = await readSomewhere(messages.map(({ conversationId }) => conversationId));
  const last = messages.findLast(({ conversationId }) => !seen.has(conversationId));
  if (!last) return;
  await inOneTab(() => {
    ringFor("message.received");
    showLast(last.conversationId, open).catch(() => undefined);
  });
}

async function showLast(conversationId: ConversationId, open: (id: ConversationId) => void): Promise<void> {
  if (noticePermission() !== "granted" || document.hasFocus()) return;
  if (!(await wantsNotice("message.received"))) return;
  const [{ nickname, lastMessage }] = await Promise.all([readForNotice(conversationId), loadTexts(["inbox"])]);
  const kind = i18next.getFixedT(null, "inbox")(`kind.${lastMessage?.kind ?? "text"}`);
  showNotice({
    title: nickname,
    body: lastMessage?.text || kind,
    tag: conversationId,
    onOpen: () => open(conversationId),
  });
}
