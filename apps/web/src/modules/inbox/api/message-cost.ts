import { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { ConversationCard } from "@homeroom/contract/chat";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

/** The cost of the next WhatsApp message; refetched after each message. */
export function useMessageCost({ leadId, channel, lastMessageTime }: ConversationCard) {
  const { channelId, kind } = channel;
  return useQuery({
    queryKey: ["inbox", "message-cost", leadId, channelId, lastMessageTime],
    queryFn: async ({ signal }) =>
      (await api.call(broadcastSettings.messageCost, { leadId, channel: channelId }, { signal })).resultData,
    enabled: kind === "whatsapp",
    placeholderData: keepPreviousData,
  });
}
