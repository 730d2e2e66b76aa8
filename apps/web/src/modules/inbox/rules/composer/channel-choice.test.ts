import type { ConversationCard } from "@homeroom/contract/chat";
import { ChannelId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { channelsToReactIn, channelToName, throughChannel } from "./channel-choice.ts";
import { composerState } from "./composer-state.ts";

const now = new Date("2026-11-22T10:00:00Z");
const later = "2026-11-22T20:00:00Z";
const [whatsapp, line] = ["1", "2"].map((digit) => ChannelId.parse(`0190aaaa-0000-7000-8000-00000000000${digit}`)) as [
  ChannelId,
  ChannelId,
];
const way = (channelId: ChannelId, given: object = {}) => ({
  channelId,
  kind: channelId === whatsapp ? "whatsapp" : "line",
  name: channelId,
  contactId: channelId,
  windowEndsAt: channelId === whatsapp ? later : null,
  adWindow: false,
  blocked: false,
  sandbox: false,
  stoppedReason: null,
  ...given,
});
const card = (channels: object[], given: object = {}) =>
  ({
    channel: { channelId: whatsapp, kind: "whatsapp", name: "", sandbox: false, stoppedReason: null },
    windowEndsAt: later,
    adWindow: false,
    blocked: false,
    can: { send: true },
    channels,
    ...given,
  }) as unknown as ConversationCard;

test("window, block and stop are those of the chosen channel", () => {
  const blockedHere = card([way(whatsapp, { blocked: true }), way(line)], { blocked: true });
  expect(composerState(blockedHere, now)).toBe("blocked");
  expect(composerState(throughChannel(blockedHere, line), now)).toBe("open");
  const stoppedThere = card([way(whatsapp), way(line, { stoppedReason: "tokenExpired" })]);
  expect(composerState(throughChannel(stoppedThere, line), now)).toBe("stopped");
  expect(throughChannel(card([way(whatsapp), way(line)]), null).channel.channelId).toBe(whatsapp);
});

test("with several channels one is always named; a single one only if it was chosen", () => {
  expect(channelToName(card([way(whatsapp)]), null)).toBeNull();
  expect(channelToName(card([way(whatsapp), way(line)]), null)).toBe(whatsapp);
  expect(channelToName(card([way(whatsapp), way(line)]), line)).toBe(line);
});

test("reactions reach only WhatsApp, while its window is open", () => {
  expect(channelsToReactIn(card([way(whatsapp), way(line)]), now)).toEqual([whatsapp]);
  expect(channelsToReactIn(card([way(whatsapp)], { windowEndsAt: null }), now)).toEqual([]);
});
