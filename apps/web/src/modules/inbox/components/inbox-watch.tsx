import type { SocketPayload } from "@homeroom/contract/sockets";
import i18next from "i18next";
import { useCallback, useEffect, useMemo } from "react";
import { useNavigate } from "react-router";
import { ringFor } from "#modules/notices/public.ts";
import { useCan } from "#platform/access.ts";
import { noticePermission, showNotice } from "#platform/alerts.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { onReconnect, useRealtime } from "#platform/realtime.ts";
import { readForNotice } from "../api/conversation-card.ts";
import { refreshUnread, useUnreadTotal } from "../api/unread.ts";
import { batches } from "../rules/batches.ts";
import { addressKeys } from "../rules/inbox-address.ts";
import { useTabBadge } from "./use-tab-badge.ts";

const countMilliseconds = 1500;
const alertMilliseconds = 2000;

/** The one place that listens for new messages wherever a person is in the product. */
export function InboxWatch() {
  const may = useCan()("chat:message:query");
  const unread = useUnreadTotal(may);
  useTabBadge(may ? unread : 0);
  useUnreadUpdates();
  useAlerts();
  return null;
}

function useUnreadUpdates(): void {
  const changes = useMemo(() => batches<null>(countMilliseconds, refreshUnread), []);
  useEffect(() => () => changes.stop(), [changes]);
  useEffect(() => onReconnect(refreshUnread), []);
  useRealtime(
    "conversation.changed",
    useCallback(() => changes.add(null), [changes]),
  );
}

/** A tone and a notice for new messages, once for a burst. */
function useAlerts(): void {
  const navigate = useNavigate();
  const arrivals = useMemo(
    () =>
      batches<SocketPayload<"message.changed">>(alertMilliseconds, (messages) => {
        ringFor("message.received");
        const last = messages.at(-1);
        if (!last || noticePermission() !== "granted" || document.hasFocus()) return;
        const { conversationId } = last;
        const show = async () => {
          const [{ nickname, lastMessage }] = await Promise.all([readForNotice(conversationId), loadTexts(["inbox"])]);
          const kind = i18next.getFixedT(null, "inbox")(`kind.${lastMessage?.kind ?? "text"}`);
          showNotice({
            title: nickname,
            body: lastMessage?.text || kind,
            tag: conversationId,
            onOpen: () => void navigate(`/chat/whatsapp?${addressKeys.conversation}=${conversationId}`),
          });
        };
        // A notice that cannot be made is no loss: the message is in the list.
        show().catch(() => undefined);
      }),
    [navigate],
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
