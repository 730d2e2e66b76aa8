import type { ChannelId, ConversationId } from "@homeroom/contract/ids";
import { line } from "@homeroom/contract/line";
import { api } from "#platform/api.ts";
import { refreshCard } from "./conversation-card.ts";

/** Lets a stopped LINE account send again. */
export async function resumeLine(channelId: ChannelId, conversationId: ConversationId): Promise<void> {
  await api.call(line.resume, { recordID: channelId });
  await refreshCard(conversationId);
}

/** Asks LINE again what an account may still send; false if LINE does not answer. */
export async function askLineQuota(channelId: ChannelId, conversationId: ConversationId): Promise<boolean> {
  const { resultData } = await api.call(line.quota, { recordID: channelId });
  await refreshCard(conversationId);
  return resultData !== null;
}
