import type { MessageRow } from "@homeroom/contract/chat";
import { describe, expect, it } from "vitest";
import { sendTypeOf, sizeText } from "./composer/attachments.ts";
import { type Outgoing, shownMessages } from "./shown-message.ts";
import { flowOf } from "./turns.ts";

const at = (sentAt: string, direction: "in" | "out" = "in", sender: string | null = null) => ({
  sentAt,
  direction,
  kind: "text" as const,
  sender: sender === null ? null : { accountID: sender },
});

describe("the flow of messages", () => {
  it("starts a day when the branch's day starts, not the browser's", () => {
    const messages = [at("2026-11-19T15:30:00Z"), at("2026-11-19T16:30:00Z")];
    expect(flowOf(messages, "Asia/Hong_Kong").map(({ startsDay }) => startsDay)).toEqual([true, true]);
    expect(flowOf(messages, "Europe/London").map(({ startsDay }) => startsDay)).toEqual([true, false]);
  });

  it("starts a run with another side, another colleague, or after a while", () => {
    const messages = [
      at("2026-11-19T08:00:00Z"),
      at("2026-11-19T08:01:00Z"),
      at("2026-11-19T08:02:00Z", "out", "a"),
      at("2026-11-19T08:03:00Z", "out", "b"),
      at("2026-11-19T08:04:00Z", "out", "b"),
      at("2026-11-19T09:00:00Z", "out", "b"),
    ];
    expect(flowOf(messages, "UTC").map(({ startsRun }) => startsRun)).toEqual([true, false, true, true, false, true]);
  });
});

describe("messages being sent", () => {
  const row = (messageId: string) => ({ messageId }) as unknown as MessageRow;
  const sent = (messageId: string, state: Outgoing["state"]) =>
    ({ messageId, state, type: "text", text: "x" }) as unknown as Outgoing;

  it("follow the server's messages, and only until the server has them", () => {
    const shown = shownMessages([row("a"), row("b")], [sent("b", "sending"), sent("c", "failed")]);
    expect(shown.map(({ messageId, state }) => [messageId, state])).toEqual([
      ["a", undefined],
      ["b", undefined],
      ["c", "failed"],
    ]);
  });

  it("leave the server's messages as the same objects, so that they do not render again", () => {
    const rows = [row("a")];
    expect(shownMessages(rows, [])[0]).toBe(shownMessages(rows, [sent("z", "sending")])[0]);
  });
});

describe("files", () => {
  it.each([
    ["image/jpeg", "image"],
    ["image/heic", "document"],
    ["video/mp4", "video"],
    ["video/quicktime", "document"],
    ["audio/ogg; codecs=opus", "audio"],
    ["application/pdf", "document"],
    ["", "document"],
  ])("%j goes as %s", (contentType, type) => expect(sendTypeOf(contentType)).toBe(type));

  it.each([
    [500, "500 B"],
    [840 * 1024, "840 KB"],
    [1.25 * 1024 * 1024, "1.3 MB"],
    [16 * 1024 * 1024, "16 MB"],
  ])("%d bytes read %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
});
