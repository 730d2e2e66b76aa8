import type { ConversationCard } from "@homeroom/contract/chat";
import type { ChannelId } from "@homeroom/contract/ids";
import { composerState } from "./composer-state.ts";

/** A channel through which a customer can be written to. */
type ChannelChoice = ConversationCard["channels"][number];

/** The channels of a conversation's customer, each once. */
export function channelsOf({ channels }: ConversationCard): readonly ChannelChoice[] {
  return channels.filter((one, index) => channels.findIndex(({ channelId }) => channelId === one.channelId) === index);
}

/**
 * The channel to name in a send: with several, always one, so that a customer who writes through another at that moment does
 * not redirect it. Null if there is only one.
 */
export function channelToName(card: ConversationCard, chosen: ChannelId | null): ChannelId | null {
  return chosen ?? (channelsOf(card).length > 1 ? card.channel.channelId : null);
}

/** The channels in which our reaction reaches the customer at a moment: only WhatsApp has reactions. */
export function channelsToReactIn(card: ConversationCard, now: Date): ChannelId[] {
  const ids = new Set([card.channel.channelId, ...channelsOf(card).map(({ channelId }) => channelId)]);
  return [...ids].filter((id) => {
    const through = throughChannel(card, id);
    return through.channel.kind === "whatsapp" && composerState(through, now) === "open";
  });
}

/** The card for a chosen channel: with that channel's window, block and name. */
export function throughChannel(card: ConversationCard, chosen: ChannelId | null): ConversationCard {
  const channel = channelsOf(card).find(({ channelId }) => channelId === chosen);
  if (!channel || channel.channelId === card.channel.channelId) return card;
  const { contactId: _, windowEndsAt, line, adWindow, blocked, ...through } = channel;
  return { ...card, windowEndsAt, line, adWindow, blocked, channel: through };
}
