import type { ConversationCard, ConversationRow } from "@homeroom/contract/chat";
import { expect, test } from "vitest";
import { cardWithRow } from "./merge-conversations.ts";

const through = (channelId: string, windowEndsAt: string | null) => ({ channelId, kind: "whatsapp", windowEndsAt });
const row = (given: object = {}) =>
  ({
    channel: { channelId: "one", kind: "whatsapp", stoppedReason: null },
    sales: { accountID: "amy" },
    windowEndsAt: "2026-11-23T10:00:00.000Z",
    version: 5,
    ...given,
  }) as unknown as ConversationRow;
const card = (given: object = {}) =>
  ({
    ...row({ version: 4, windowEndsAt: null }),
    channels: [through("one", null)],
    can: { send: true },
    ...given,
  }) as unknown as ConversationCard;

test("a row updates the card, and the customer's channel in it", () => {
  const now = cardWithRow(
    card(),
    row({ channel: { channelId: "one", kind: "whatsapp", stoppedReason: "tokenExpired" } }),
  );
  expect(now).toMatchObject({ version: 5, windowEndsAt: row().windowEndsAt, can: { send: true } });
  expect(now.channels).toEqual([{ ...through("one", row().windowEndsAt), stoppedReason: "tokenExpired" }]);
});

test.each([
  ["older", card(), row({ version: 3 })],
  ["of a person with another channel", card({ channels: [through("one", null), through("two", null)] }), row()],
  ["through a channel that the card does not know", card(), row({ channel: { channelId: "two" } })],
  ["of somebody else's customer now", card(), row({ sales: { accountID: "bob" } })],
])("a row that is %s leaves the card to be asked for again", (_, known, news) => {
  expect(cardWithRow(known, news)).toBe(known);
});
