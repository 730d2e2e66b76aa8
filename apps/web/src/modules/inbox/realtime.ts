import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import { useCallback, useEffect, useMemo } from "react";
import { onConnect, useRealtime } from "#platform/realtime.ts";
import { isOfLead, refreshCard, refreshLeadRow, renewCard } from "./api/conversation-card.ts";
import { type ListFilters, listedRow } from "./api/conversation-list.ts";
import { refreshScheduled } from "./api/scheduled.ts";
import { batchMilliseconds, catchUp, listUpdates, threadUpdates } from "./api/updates.ts";
import { batches } from "./rules/batches.ts";

const scheduledMilliseconds = 1000;

/** Keeps the visible list and the open conversation up to date. An event only says what to fetch. */
export function useInboxRealtime(filters: ListFilters, open: ConversationId | null): void {
  useListUpdates(filters);
  useThreadUpdates(open);
  useLeadUpdates(open);
  useScheduledUpdates(open);
  useEffect(() => onConnect(() => void catchUp(filters, open)), [filters, open]);
}

/** Keeps one open conversation up to date on screens without a list. */
export function useConversationRealtime(open: ConversationId | null): void {
  useThreadUpdates(open);
  useScheduledUpdates(open);
  useRealtime(
    "conversation.changed",
    useCallback(({ conversationId, version }) => void renewCard(conversationId, version), []),
  );
  useEffect(() => onConnect(() => void catchUp(null, open)), [open]);
}

function useListUpdates(filters: ListFilters): void {
  const updates = useMemo(() => listUpdates(filters), [filters]);
  useEffect(() => () => updates.stop(), [updates]);
  useRealtime("conversation.changed", updates.changed);
}

function useThreadUpdates(open: ConversationId | null): void {
  const updates = useMemo(() => threadUpdates(open), [open]);
  useEffect(() => () => updates.stop(), [updates]);
  useRealtime("message.changed", updates.changed);
  // A broadcast changes no list: only an open conversation shows its messages.
  useRealtime(
    "conversations.changed",
    useCallback(
      ({ changes }) => {
        const change = changes.find(({ conversationId }) => conversationId === open);
        if (!change) return;
        updates.changed(change);
        void renewCard(change.conversationId, change.version);
      },
      [updates, open],
    ),
  );
}

/** Scheduled messages have no version of their own: they are refetched, throttled, when the conversation changes. */
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

/** A lead's name, tags and status appear in the list too; its conversation does not change with them. */
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
