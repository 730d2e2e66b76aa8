import type { ConversationCard } from "@homeroom/contract/chat";
import type { ChannelId } from "@homeroom/contract/ids";
import { composerState } from "./composer-state.ts";

/** A channel through which a person can be written to. */
type ChannelChoice = ConversationCard["channels"][number];

/** The channels of the person that a conversation is with, each once. */
export function channelsOf({ channels }: ConversationCard): readonly ChannelChoice[] {
  return channels.filter((one, index) => channels.findIndex(({ channelId }) => channelId === one.channelId) === index);
}

/**
 * The channel to be named when something is sent: of several always one, so that a customer who writes through another
 * just now does not move it there. Null where there is only one.
 */
export function channelToName(card: ConversationCard, chosen: ChannelId | null): ChannelId | null {
  return chosen ?? (channelsOf(card).length > 1 ? card.channel.channelId : null);
}

/** The channels in which a reaction of ours reaches the person at a moment: only WhatsApp has them. */
export function channelsToReactIn(card: ConversationCard, now: Date): ChannelId[] {
  const ids = new Set([card.channel.channelId, ...channelsOf(card).map(({ channelId }) => channelId)]);
  return [...ids].filter((id) => {
    const through = throughChannel(card, id);
    return through.channel.kind === "whatsapp" && composerState(through, now) === "open";
  });
}

/** The card as it is when one of its channels is chosen: its window, block and name are that channel's. */
export function throughChannel(card: ConversationCard, chosen: ChannelId | null): ConversationCard {
  const channel = channelsOf(card).find(({ channelId }) => channelId === chosen);
  if (!channel || channel.channelId === card.channel.channelId) return card;
  const { contactId: _, windowEndsAt, line, adWindow, blocked, ...through } = channel;
  return { ...card, windowEndsAt, line, adWindow, blocked, channel: through };
}
