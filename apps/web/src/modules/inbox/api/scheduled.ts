import { chat } from "@homeroom/contract/chat";
import { chatComposer, type ScheduledRow } from "@homeroom/contract/chat-composer";
import type { ChannelId, ConversationId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";
import { sendTypeOf } from "../rules/composer/attachments.ts";

const scheduledKey = (id: ConversationId) => ["inbox", "scheduled", id] as const;

/** The scheduled messages of a conversation; refetched when the conversation changes (`realtime.ts`). */
export function useScheduled(conversationId: ConversationId) {
  return useQuery(scheduledQuery(conversationId));
}

/** How many messages are scheduled in a conversation; 0 if that cannot be fetched. */
export function countScheduled(conversationId: ConversationId): Promise<number> {
  return queryClient.query(scheduledQuery(conversationId)).then(
    ({ length }) => length,
    () => 0,
  );
}

function scheduledQuery(conversationId: ConversationId) {
  return queryOptions({
    queryKey: scheduledKey(conversationId),
    queryFn: async ({ signal }) =>
      (await api.call(chatComposer.scheduledList, { conversationId }, { signal })).resultData,
  });
}

/** Refetches the scheduled messages of a conversation, if they are shown. */
export async function refreshScheduled(conversationId: ConversationId): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: scheduledKey(conversationId) });
}

export interface ToSchedule {
  conversationId: ConversationId;
  leadId: LeadId;
  /** Chosen before the first attempt, so that a retry does not create a second message. */
  scheduledId: RecordId;
  channel: ChannelId | null;
  text: string;
  file: { content: Blob; name: string } | null;
  quotedId: MessageId | null;
  sendAt: Date;
}

/** Schedules a message. */
export async function scheduleMessage(what: ToSchedule): Promise<void> {
  const { conversationId, leadId, scheduledId, channel, text, file, quotedId, sendAt } = what;
  const uploaded = file && (await api.call(chat.uploadFile, {}, { file })).resultData;
  await api.call(chatComposer.schedule, {
    leadId,
    scheduledId,
    type: uploaded ? sendTypeOf(uploaded.contentType) : "text",
    content: text,
    sendAt: sendAt.toISOString(),
    ...(channel && { channel }),
    ...(uploaded && { fileID: uploaded.fileID }),
    ...(quotedId && { quotedId }),
  });
  await refreshScheduled(conversationId);
}

export async function editScheduled(row: ScheduledRow, words: { content: string; sendAt: Date }): Promise<void> {
  const { scheduledId, version, conversationId } = row;
  const form = { scheduledId, version, content: words.content, sendAt: words.sendAt.toISOString() };
  await api.call(chatComposer.editScheduled, form).finally(() => void refreshScheduled(conversationId));
}

export async function deleteScheduled({ scheduledId, conversationId }: ScheduledRow): Promise<void> {
  await api.call(chatComposer.deleteScheduled, { scheduledId }).finally(() => void refreshScheduled(conversationId));
}
