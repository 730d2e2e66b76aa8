import type { ConversationCard, ConversationRow } from "@homeroom/contract/chat";

/**
 * A card with what a list has told of its conversation since. A row does not say what a card says of a person's other
 * channels, nor what another's customer allows: such a card stays as it is, to be asked for again by its version.
 */
export function cardWithRow(card: ConversationCard, row: ConversationRow): ConversationCard {
  const [channel, ...others] = card.channels;
  const isSame = channel?.channelId === row.channel.channelId && card.sales?.accountID === row.sales?.accountID;
  if (row.version < card.version || others.length > 0 || !isSame) return card;
  const { windowEndsAt, adWindow, line, blocked } = row;
  return {
    ...card,
    ...row,
    channels: [{ ...channel, ...row.channel, windowEndsAt, adWindow, line, blocked }],
  };
}
