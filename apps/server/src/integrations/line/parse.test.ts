import { describe, expect, test } from "vitest";
import { lineBody, lineEvent, lineMessage, userId } from "./fixtures-for-tests.ts";
import { parse } from "./parse.ts";

function only(event: unknown) {
  const [first, ...more] = parse(lineBody(event));
  expect(more).toEqual([]);
  return first;
}

describe("what a customer sends", () => {
  test("a text, with what is needed to answer, quote and mark it", () => {
    const event = lineMessage({ type: "text", text: "請問課程", quoteToken: "q3Pl", markAsReadToken: "30yh" });
    expect(only(event)).toMatchObject({
      type: "message",
      kind: "text",
      text: "請問課程",
      from: { userId },
      replyToken: "nHuyWiB7yP5Zw52FIkcQobQuGDXCTA",
      details: { quoteToken: "q3Pl", readToken: "30yh" },
    });
  });

  test.each([
    ["image", { contentProvider: { type: "line" } }, "image", "image/jpeg"],
    ["video", { contentProvider: { type: "line" }, duration: 60_000 }, "video", "video/mp4"],
    ["audio", { contentProvider: { type: "line" }, duration: 1_500 }, "audio", "audio/x-m4a"],
    ["file", { fileName: "課表.pdf", fileSize: 2138 }, "document", "application/octet-stream"],
  ])("a file of type %s is fetched by its id", (type, fields, kind, contentType) => {
    const event = lineMessage({ id: "354718705033693859", type, ...fields });
    expect(only(event)).toMatchObject({ kind, media: { mediaId: "354718705033693859", contentType } });
  });

  test("a file on somebody's own server is a link and never fetched", () => {
    const contentProvider = { type: "external", originalContentUrl: "https://evil.test/a.jpg" };
    const told = only(lineMessage({ type: "image", contentProvider }));
    expect(told).toMatchObject({ kind: "text", text: "https://evil.test/a.jpg" });
    expect(told).not.toHaveProperty("media");
  });

  test("a sticker has a picture, a place has its coordinates", () => {
    expect(only(lineMessage({ type: "sticker", packageId: "446", stickerId: "1988" }))).toMatchObject({
      kind: "sticker",
      media: { mediaId: "sticker-1988" },
    });
    expect(
      only(lineMessage({ type: "location", title: "台北 101", latitude: 25.03, longitude: 121.56 })),
    ).toMatchObject({ kind: "location", text: "台北 101", details: { latitude: 25.03, longitude: 121.56 } });
  });

  test("a pressed button contains its data, or the chosen value", () => {
    expect(only(lineEvent("postback", { postback: { data: "course=piano" } }))).toMatchObject({
      kind: "button",
      text: "course=piano",
    });
    const chosen = { data: "trial", params: { datetime: "2026-12-01T10:00" } };
    expect(only(lineEvent("postback", { postback: chosen }))).toMatchObject({ text: "2026-12-01T10:00" });
  });

  test("a message in a group is marked as such", () => {
    const source = { type: "group", groupId: "Ca56f94637c", userId };
    expect(only(lineMessage({ type: "text", text: "大家好" }, { source }))).toMatchObject({ groupId: "Ca56f94637c" });
  });
});

test.each([
  ["beacon", {}, "beacon"],
  ["accountLink", {}, "accountLink"],
  ["membership", {}, "other"],
  ["memberJoined", { source: { type: "group", groupId: "Ca56f94637c", userId } }, "group_event"],
  ["postback", { source: { type: "room", roomId: "Ra8dbf4673c", userId } }, "group_event"],
])("an event of type %s becomes a quiet line", (type, fields, happening) => {
  expect(only(lineEvent(type, fields))).toMatchObject({
    type: "happening",
    happening,
    providerType: type,
    from: { userId },
  });
});

test("friends, blocks, withdrawals and edits", () => {
  expect(only(lineEvent("follow", { follow: { isUnblocked: false } }))).toMatchObject({
    type: "relation",
    relation: "follow",
  });
  expect(only(lineEvent("unfollow", { replyToken: undefined }))).toMatchObject({ type: "relation", relation: "block" });
  expect(only(lineEvent("unsend", { unsend: { messageId: "325708" } }))).toMatchObject({
    type: "revision",
    revision: "revoke",
    originalId: "325708",
  });
  expect(only(lineEvent("messageEdited", { message: { id: "325708", type: "text", text: "改好了" } }))).toMatchObject({
    type: "revision",
    revision: "edit",
    text: "改好了",
  });
});

test.each([
  undefined,
  null,
  7,
  "text",
  [],
  {},
  { events: "none" },
  lineBody(),
  lineBody(null),
  lineBody([]),
  lineBody({}),
  lineBody({ type: 7, source: "nobody" }),
  lineBody(lineEvent("message", { message: null })),
  lineBody(lineEvent("message", { message: { type: "text" } })),
  lineBody(lineEvent("unsend", { unsend: { messageId: {} } })),
  lineBody(lineEvent("somethingNew", { source: { type: "user", userId: 7 } })),
  lineBody(lineEvent("beacon", { beacon: { hwid: "d41d8cd98f" } })),
  lineBody(lineMessage({ type: "hologram" })),
  lineBody(lineMessage({ type: "sticker", stickerId: "../../me" })),
  lineBody(lineEvent("message", { timestamp: "soon", message: { id: "1", type: "text", text: "\0\ud800" } })),
])("never gives up on %j", (payload) => {
  const events = parse(payload);
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect(event).not.toHaveProperty("media");
});
