import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import type { SocketPayload } from "@homeroom/contract/sockets";
import { useCallback, useEffect, useMemo } from "react";
import { onReconnect, useRealtime } from "#platform/realtime.ts";
import { isOfLead, refreshCard, refreshLeadRow, refreshShownCard, takeRows } from "./api/conversation-card.ts";
import { catchUpList, type ListFilters, listedRow, refreshCounts, updateList } from "./api/conversation-list.ts";
import { refreshScheduled } from "./api/scheduled.ts";
import { catchUpThread } from "./api/thread.ts";
import { batches } from "./rules/batches.ts";

/** Two requests of a kind are at least this far apart, however many events there are. */
const batchMilliseconds = 150;
const countMilliseconds = 3000;
const scheduledMilliseconds = 1000;

/** Keeps the shown list and the open conversation up to date. An event only says what to ask for. */
export function useInboxRealtime(filters: ListFilters, open: ConversationId | null): void {
  useListUpdates(filters);
  useThreadUpdates(open);
  useLeadUpdates(open);
  useScheduledUpdates(open);
  useEffect(
    () =>
      onReconnect(() => {
        void catchUpList(filters).catch(() => undefined);
        if (!open) return;
        void catchUpThread(open);
        void refreshCard(open);
      }),
    [filters, open],
  );
}

/** Keeps one open conversation up to date where no list of them is shown. */
export function useConversationRealtime(open: ConversationId | null): void {
  useThreadUpdates(open);
  useScheduledUpdates(open);
  useRealtime(
    "conversation.changed",
    useCallback(
      ({ conversationId, version }) => {
        if (conversationId === open) void refreshShownCard(conversationId, version);
      },
      [open],
    ),
  );
  useEffect(
    () =>
      onReconnect(() => {
        if (!open) return;
        void catchUpThread(open);
        void refreshCard(open);
      }),
    [open],
  );
}

function useListUpdates(filters: ListFilters): void {
  const { changes, counts } = useMemo(
    () => ({
      changes: batches<SocketPayload<"conversation.changed">>(batchMilliseconds, (news) => {
        const told = new Map<ConversationId, number>();
        for (const { conversationId, version } of news)
          told.set(conversationId, Math.max(version, told.get(conversationId) ?? 0));
        void takeIn(filters, told);
      }),
      counts: batches<null>(countMilliseconds, () => void refreshCounts(filters).catch(() => undefined)),
    }),
    [filters],
  );
  useEffect(
    () => () => {
      changes.stop();
      counts.stop();
    },
    [changes, counts],
  );
  useRealtime(
    "conversation.changed",
    useCallback(
      (payload) => {
        changes.add(payload);
        counts.add(null);
      },
      [changes, counts],
    ),
  );
}

/** The list's answer mostly says what the open conversation's card needs; only else is that asked for itself. */
async function takeIn(filters: ListFilters, told: ReadonlyMap<ConversationId, number>): Promise<void> {
  takeRows(await updateList(filters, told));
  await Promise.all([...told].map(([id, version]) => refreshShownCard(id, version)));
}

function useThreadUpdates(open: ConversationId | null): void {
  const messages = useMemo(
    () =>
      batches<number>(batchMilliseconds, (versions) => {
        if (open) void catchUpThread(open, Math.max(...versions));
      }),
    [open],
  );
  useEffect(() => () => messages.stop(), [messages]);
  useRealtime(
    "message.changed",
    useCallback(
      ({ conversationId, version }) => {
        if (conversationId === open) messages.add(version);
      },
      [messages, open],
    ),
  );
}

/** What is scheduled has no version of its own: it is asked for again, not too often, when the conversation changes. */
function useScheduledUpdates(open: ConversationId | null): void {
  const changes = useMemo(
    () => batches<null>(scheduledMilliseconds, () => void (open && refreshScheduled(open).catch(() => undefined))),
    [open],
  );
  useEffect(() => () => changes.stop(), [changes]);
  useRealtime(
    "conversation.changed",
    useCallback(
      ({ conversationId }) => {
        if (conversationId === open) changes.add(null);
      },
      [changes, open],
    ),
  );
}

/** A lead's name, tags and status stand in the list too; its conversation does not change with them. */
function useLeadUpdates(open: ConversationId | null): void {
  const leads = useMemo(
    () =>
      batches<LeadId>(batchMilliseconds, (leadIds) => {
        for (const leadId of new Set(leadIds)) {
          const row = listedRow((listed) => listed.leadId === leadId);
          if (row) void refreshLeadRow(leadId, row.conversationId).catch(() => undefined);
          else if (open && isOfLead(open, leadId)) void refreshCard(open);
        }
      }),
    [open],
  );
  useEffect(() => () => leads.stop(), [leads]);
  useRealtime(
    "lead.changed",
    useCallback(({ leadId }) => leads.add(leadId), [leads]),
  );
}
