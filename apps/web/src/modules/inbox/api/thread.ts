import { chat, type MessageRow } from "@homeroom/contract/chat";
import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";
import { type Thread, threadOf, withChanges, withMessage, withNewer, withOlder } from "../rules/merge-messages.ts";
import { createTurns } from "../rules/turns.ts";

const pageSize = 50;
const threadKey = (id: ConversationId) => ["inbox", "thread", id] as const;
const inTurn = createTurns();

/** Conversations that have been read since they were shown. */
const justRead = new Set<ConversationId>();
/** The version named by an event that arrived while a conversation was loading. */
const earlyVersions = new Map<ConversationId, number>();

/** The latest messages of a conversation; changes arrive as events. */
export function threadQuery(conversationId: ConversationId) {
  return queryOptions({
    queryKey: threadKey(conversationId),
    queryFn: ({ signal }) => latestPage(conversationId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Applies events that arrived while a conversation was being read, or were missed while it was not shown. */
export async function completeThread(conversationId: ConversationId): Promise<void> {
  const version = justRead.delete(conversationId) ? (earlyVersions.get(conversationId) ?? 0) : undefined;
  earlyVersions.delete(conversationId);
  await catchUpThread(conversationId, version);
}

/** The messages of a conversation, as far as they are loaded, kept up to date by `realtime.ts`. */
export function useThread(conversationId: ConversationId) {
  const [olderFailed, setOlderFailed] = useState<string | null>(null);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const query = useQuery(threadQuery(conversationId));
  const known = query.data !== undefined;
  useEffect(() => {
    if (known) void completeThread(conversationId);
  }, [known, conversationId]);

  const [newer, setNewer] = useState<"idle" | "loading" | "failed">("idle");
  const loadNewer = useCallback(() => {
    setNewer("loading");
    loadNewerPage(conversationId)
      .then(() => setNewer("idle"))
      .catch(() => setNewer("failed"));
  }, [conversationId]);
  const loadOlder = useCallback(() => {
    setOlderFailed(null);
    setLoadingOlder(true);
    loadOlderPage(conversationId)
      .catch((reason: string) => setOlderFailed(reason))
      .finally(() => setLoadingOlder(false));
  }, [conversationId]);

  return {
    messages: query.data?.messages ?? noMessages,
    hasOlder: query.data?.hasOlder ?? false,
    /** The loaded messages surround one that was jumped to; there are newer ones. */
    hasNewer: query.data?.hasNewer ?? false,
    newer,
    loadNewer,
    loading: query.isPending,
    error: query.isError && !query.data ? query.error : null,
    retry: query.refetch,
    loadOlder,
    loadingOlder,
    olderFailed,
  };
}

const noMessages: readonly MessageRow[] = [];

/**
 * Fetches everything that changed in a conversation since it was read, unless `version` is already known. After a failure
 * the version stays the same, so the next event or reconnection retries.
 */
export async function catchUpThread(conversationId: ConversationId, version = Number.POSITIVE_INFINITY): Promise<void> {
  if (!loaded(conversationId)) {
    earlyVersions.set(conversationId, Math.max(version, earlyVersions.get(conversationId) ?? 0));
    return;
  }
  await inTurn(conversationId, () => takeChanges(conversationId, version)).catch(() => undefined);
}

async function takeChanges(conversationId: ConversationId, version: number): Promise<void> {
  let more = true;
  while (more) {
    const thread = loaded(conversationId);
    if (!thread || thread.version >= version) return;
    const { resultData } = await api.call(chat.messageList, {
      conversationId,
      changedSince: thread.version,
      pageSize: 100,
    });
    change(conversationId, (now) => withChanges(now, resultData));
    more = resultData.hasMore;
  }
}

async function latestPage(conversationId: ConversationId, signal: AbortSignal): Promise<Thread> {
  const { resultData } = await api.call(chat.messageList, { conversationId, pageSize }, { signal });
  justRead.add(conversationId);
  return threadOf(resultData);
}

/** Puts a message from the answer of a write into its conversation. */
export function takeMessage(row: MessageRow): void {
  change(row.conversationId, (thread) => withMessage(thread, row));
}

/** A loaded message, if it is loaded. */
export function loadedMessage(conversationId: ConversationId, messageId: MessageId): MessageRow | null {
  return loaded(conversationId)?.messages.find((row) => row.messageId === messageId) ?? null;
}

/** Reloads one message, for the address of its file, which expires after an hour. */
export async function reloadMessage(row: Pick<MessageRow, "messageId" | "conversationId">): Promise<void> {
  const thread = loaded(row.conversationId);
  const next = thread?.messages[thread.messages.findIndex(({ messageId }) => messageId === row.messageId) + 1];
  const { resultData } = await api.call(chat.messageList, {
    conversationId: row.conversationId,
    pageSize: 1,
    ...(next && { before: next.messageId }),
  });
  for (const fresh of resultData.list) takeMessage(fresh);
}

/** Loads a message and those around it; false if it is not in this conversation. */
export async function loadAround(conversationId: ConversationId, messageId: MessageId): Promise<boolean> {
  return inTurn(conversationId, async () => {
    if (loaded(conversationId)?.messages.some((row) => row.messageId === messageId)) return true;
    const { resultData } = await api.call(chat.messageList, { conversationId, around: messageId, pageSize });
    change(conversationId, () => threadOf(resultData));
    return resultData.list.some((row) => row.messageId === messageId);
  });
}

/** Returns to the latest messages after a jump. */
export async function loadLatest(conversationId: ConversationId): Promise<void> {
  await inTurn(conversationId, async () => {
    if (!loaded(conversationId)?.hasNewer) return;
    const { resultData } = await api.call(chat.messageList, { conversationId, pageSize });
    change(conversationId, () => threadOf(resultData));
  });
}

async function loadNewerPage(conversationId: ConversationId): Promise<void> {
  const behind = await inTurn(conversationId, async () => {
    const thread = loaded(conversationId);
    const newest = thread?.messages.at(-1);
    if (!thread?.hasNewer || !newest) return false;
    const { resultData } = await api.call(chat.messageList, { conversationId, after: newest.messageId, pageSize });
    change(conversationId, (now) => withNewer(now, resultData));
    return resultData.version < thread.version;
  });
  if (behind) await catchUpThread(conversationId);
}

async function loadOlderPage(conversationId: ConversationId): Promise<void> {
  const behind = await inTurn(conversationId, async () => {
    const thread = loaded(conversationId);
    const [oldest] = thread?.messages ?? [];
    if (!thread?.hasOlder || !oldest) return false;
    const { resultData } = await api.call(chat.messageList, { conversationId, before: oldest.messageId, pageSize });
    change(conversationId, (now) => withOlder(now, resultData));
    return resultData.version < thread.version;
  });
  if (behind) await catchUpThread(conversationId);
}

function loaded(conversationId: ConversationId): Thread | undefined {
  return queryClient.getQueryData<Thread>(threadKey(conversationId));
}

function change(conversationId: ConversationId, to: (thread: Thread) => Thread): void {
  queryClient.setQueryData<Thread>(threadKey(conversationId), (thread) => thread && to(thread));
}
