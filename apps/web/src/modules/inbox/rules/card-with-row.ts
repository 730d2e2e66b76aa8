import type { ConversationCard, ConversationRow } from "@homeroom/contract/chat";

/**
 * A card updated from the list's row of its conversation. A row does not contain a person's other channels, nor another
 * customer's permissions: such a card stays as it is, to be reloaded by its version.
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
