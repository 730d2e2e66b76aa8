import type { ConversationCard } from "@homeroom/contract/chat";
import type { ChannelId } from "@homeroom/contract/ids";

/** A channel through which a person can be written to. */
export interface ChannelChoice {
  channelId: ChannelId;
  kind: "whatsapp" | "line";
  name: string;
  contactId: string;
  windowEndsAt: string | null;
  blocked: boolean;
}

/** The channels of the person that a conversation is with; none where the server names only the one that it uses. */
export function channelsOf(card: ConversationCard): readonly ChannelChoice[] {
  return (card as { channels?: readonly ChannelChoice[] }).channels ?? [];
}

/** The card as it is when one of its channels is chosen: its window, block and name are that channel's. */
export function throughChannel(card: ConversationCard, chosen: ChannelId | null): ConversationCard {
  const channel = channelsOf(card).find(({ channelId }) => channelId === chosen);
  if (!channel || channel.channelId === card.channel.channelId) return card;
  const { channelId, kind, name, windowEndsAt, blocked } = channel;
  return { ...card, windowEndsAt, blocked, adWindow: false, channel: { ...card.channel, channelId, kind, name } };
}
